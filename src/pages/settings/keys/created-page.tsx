import { Snippet } from '../ui/copyable.tsx'
import type { Account } from '../page/layout.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../page/page.tsx'
import { HaveCopied, SecretCard } from '../ui/secret.tsx'
import { Day } from '../ui/time.tsx'
import { pathTo } from '../ui/store-nav.tsx'
import { useWords } from '../words/words.ts'

type Created = { readonly name: string; readonly key: string; readonly expires_at: string }

/** The only page that shows a key's secret. */
export function keyCreatedPage(
  created: Created,
  { publicUrl, slug, account }: { publicUrl: string; slug: string; account: Account },
): Page {
  const authorization = `Authorization: Bearer ${created.key}`
  return {
    title: (words) => words.tokens.newKey.title,
    account,
    narrow: true,
    body() {
      const { tokens } = useWords()
      const words = tokens.newKey
      return (
        <>
          <SecretCard words={words} secret={created.key}>
            <p class="fine">
              <Name text={created.name} /> · {tokens.expires(<Day at={created.expires_at} />)}
            </p>
          </SecretCard>
          <section class="card" aria-labelledby="ready">
            <header>
              <h2 id="ready">{tokens.readyToPaste}</h2>
              <p class="fine">{words.examples}</p>
            </header>
            <div class="stack">
              <h3>{words.tryIt}</h3>
              <Snippet
                id="curl"
                noun={tokens.command}
                text={`curl ${publicUrl}/api/stores \\\n  -H "${authorization}"`}
              />
            </div>
            <div class="stack">
              <h3>{words.yourServer}</h3>
              <Snippet id="header" noun={tokens.header} text={authorization} />
            </div>
          </section>
          <HaveCopied path={pathTo('keys', { store: slug })} />
        </>
      )
    },
  }
}
