import { Snippet } from '../ui/copyable.tsx'
import { cursorConfig } from './connect-guide.tsx'
import type { Account } from '../page/layout.tsx'
import { Day } from '../ui/time.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../page/page.tsx'
import { HaveCopied, SecretCard } from '../ui/secret.tsx'
import { pathTo } from '../ui/store-nav.tsx'
import { useWords } from '../words/words.ts'

type Created = { readonly name: string; readonly token: string; readonly expires_at: string }

/** The only page that shows a token's secret. */
export function tokenCreatedPage(
  created: Created,
  { url, slug, account }: { url: string; slug: string; account: Account },
): Page {
  const authorization = `Bearer ${created.token}`
  const claudeCode = `claude mcp add --transport http ${slug} ${url} \\\n  --header "Authorization: ${authorization}"`
  return {
    title: (words) => words.tokens.newToken.title,
    account,
    narrow: true,
    body() {
      const { tokens } = useWords()
      const words = tokens.newToken
      return (
        <>
          <SecretCard words={words} secret={created.token}>
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
              <h3>
                <bdi>{'Claude Code'}</bdi>
              </h3>
              <Snippet id="claude-code" noun={tokens.command} text={claudeCode} />
            </div>
            <div class="stack">
              <h3>{words.cursorIn(<code dir="ltr">{'~/.cursor/mcp.json'}</code>)}</h3>
              <Snippet
                id="cursor"
                noun={tokens.configuration}
                text={cursorConfig(slug, { url, headers: { Authorization: authorization } })}
              />
            </div>
            <div class="stack">
              <h3>{words.otherTools}</h3>
              <Snippet id="header" noun={tokens.header} text={`Authorization: ${authorization}`} />
            </div>
          </section>
          <HaveCopied path={pathTo('mcp', { store: slug })} />
        </>
      )
    },
  }
}
