import { Snippet } from '../ui/copyable.tsx'
import { cursorConfig } from './connect-guide.tsx'
import type { Account } from '../ui/layout.tsx'
import { Day } from '../ui/time.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../ui/page.tsx'

type Minted = { readonly name: string; readonly token: string; readonly expires_at: string }

/** The only page that shows a token's secret. */
export function mintedPage(
  minted: Minted,
  { url, slug, account }: { url: string; slug: string; account: Account },
): Page {
  const authorization = `Bearer ${minted.token}`
  return {
    title: 'Your new token',
    account,
    narrow: true,
    body: (
      <>
        <section class="card">
          <header>
            <h1>Copy your token now</h1>
            <p class="lead">It is shown only once. After you leave this page, nobody can see it again, not even us.</p>
          </header>
          <div class="stack">
            <h2 class="label">Token</h2>
            <Snippet id="secret" text={minted.token} noun="Token" />
          </div>
          <p class="fine">
            <Name text={minted.name} /> · expires <Day at={minted.expires_at} />
          </p>
        </section>
        <section class="card" aria-labelledby="ready">
          <header>
            <h2 id="ready">Ready to paste</h2>
            <p class="fine">These examples contain your token. Treat them like a password.</p>
          </header>
          <div class="stack">
            <h3>Claude Code</h3>
            <Snippet
              id="claude-code"
              noun="Command"
              text={`claude mcp add --transport http ${slug} ${url} \\\n  --header "Authorization: ${authorization}"`}
            />
          </div>
          <div class="stack">
            <h3>
              Cursor, in <code>~/.cursor/mcp.json</code>
            </h3>
            <Snippet
              id="cursor"
              noun="Configuration"
              text={cursorConfig(slug, { url, headers: { Authorization: authorization } })}
            />
          </div>
          <div class="stack">
            <h3>Other tools</h3>
            <Snippet id="header" noun="Header" text={`Authorization: ${authorization}`} />
          </div>
        </section>
        <p class="actions">
          <a class="button primary" href={`/settings/mcp?${new URLSearchParams({ store: slug }).toString()}`}>
            I have copied it
          </a>
        </p>
      </>
    ),
  }
}
