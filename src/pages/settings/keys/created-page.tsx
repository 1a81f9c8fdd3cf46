import type { Account } from '../page/layout.tsx'
import type { Page } from '../page/page.tsx'
import { createdPage, Example } from '../tokens/created-page.tsx'
import { keyKind } from '../tokens/token-kinds.ts'
import { useWords } from '../words/words.ts'

type Created = { readonly name: string; readonly key: string; readonly expires_at: string }

/** Shows the secret of a key. */
export function keyCreatedPage(
  created: Created,
  { publicUrl, slug, account }: { publicUrl: string; slug: string; account: Account },
): Page {
  const authorization = `Authorization: Bearer ${created.key}`
  const curl = `curl ${publicUrl}/api/stores \\\n  -H "${authorization}"`
  return createdPage({
    account,
    slug,
    kind: keyKind,
    created: { ...created, secret: created.key },
    body() {
      const { tokens } = useWords()
      return (
        <>
          <Example title={tokens.newKey.tryIt} id="curl" noun={tokens.command} text={curl} />
          <Example title={tokens.newKey.yourServer} id="header" noun={tokens.header} text={authorization} />
        </>
      )
    },
  })
}
