import { Snippet } from '../ui/copyable.tsx'
import type { Account } from '../ui/layout.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../ui/page.tsx'
import { Day } from '../ui/time.tsx'
import { pathTo } from '../store/store-nav.tsx'

type Created = { readonly name: string; readonly key: string; readonly expires_at: string }

/** The only page that shows a key's secret. */
export function createdPage(
  created: Created,
  { publicUrl, slug, account }: { publicUrl: string; slug: string; account: Account },
): Page {
  const authorization = `Authorization: Bearer ${created.key}`
  return {
    title: 'Your new API key',
    account,
    narrow: true,
    body: (
      <>
        <section class="card">
          <header>
            <h1>Copy your API key now</h1>
            <p class="lead">It is shown only once. After you leave this page, nobody can see it again, not even us.</p>
          </header>
          <div class="stack">
            <h2 class="label">API key</h2>
            <Snippet id="secret" text={created.key} noun="API key" />
          </div>
          <p class="fine">
            <Name text={created.name} /> · expires on <Day at={created.expires_at} />
          </p>
        </section>
        <section class="card" aria-labelledby="ready">
          <header>
            <h2 id="ready">Ready to paste</h2>
            <p class="fine">
              These examples contain your key. Treat them like a password, and keep the key on your server: never in a
              web page or an app.
            </p>
          </header>
          <div class="stack">
            <h3>Try it</h3>
            <Snippet id="curl" noun="Command" text={`curl ${publicUrl}/api/stores \\\n  -H "${authorization}"`} />
          </div>
          <div class="stack">
            <h3>Your server</h3>
            <Snippet id="header" noun="Header" text={authorization} />
          </div>
        </section>
        <p class="actions">
          <a class="button primary" href={pathTo('keys', { store: slug })}>
            I have copied it
          </a>
        </p>
      </>
    ),
  }
}
