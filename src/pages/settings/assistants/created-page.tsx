import { cursorConfig } from './connect-guide.tsx'
import type { Account } from '../page/layout.tsx'
import type { Page } from '../page/page.tsx'
import { createdPage, Example } from '../tokens/created-page.tsx'
import { tokenKind } from '../tokens/token-kinds.ts'
import { useWords } from '../words/words.ts'

type Created = { readonly name: string; readonly token: string; readonly expires_at: string }

/** Shows the secret of a token. */
export function tokenCreatedPage(
  created: Created,
  { url, slug, account }: { url: string; slug: string; account: Account },
): Page {
  const authorization = `Bearer ${created.token}`
  const claudeCode = `claude mcp add --transport http ${slug} ${url} \\\n  --header "Authorization: ${authorization}"`
  const cursor = cursorConfig(slug, { url, headers: { Authorization: authorization } })
  return createdPage({
    account,
    slug,
    kind: tokenKind,
    created: { ...created, secret: created.token },
    body() {
      const { tokens } = useWords()
      const words = tokens.newToken
      const cursorFile = words.cursorIn(<code dir="ltr">{'~/.cursor/mcp.json'}</code>)
      return (
        <>
          <Example title={<bdi>{'Claude Code'}</bdi>} id="claude-code" noun={tokens.command} text={claudeCode} />
          <Example title={cursorFile} id="cursor" noun={tokens.configuration} text={cursor} />
          <Example title={words.otherTools} id="header" noun={tokens.header} text={`Authorization: ${authorization}`} />
        </>
      )
    },
  })
}
