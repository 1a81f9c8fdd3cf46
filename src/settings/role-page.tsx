import type { Account } from './layout.tsx'
import { Name } from './name.tsx'
import type { Page } from './page.tsx'
import { manages, type MyStore } from './store-choice.tsx'

type Props = { account: Account; store: MyStore; stores: readonly MyStore[] }

/** For staff and viewers: who can do it, and where they could do it themselves. */
export function rolePage({ account, store, stores }: Props): Page {
  const managed = stores.filter(manages)
  return {
    title: 'Only owners and admins',
    status: 403,
    account,
    narrow: true,
    body: (
      <section class="card">
        <h1>Only owners and admins can manage assistants</h1>
        <p>
          In <Name text={store.name} /> you are {store.role === 'viewer' ? 'a viewer' : 'a member of staff'}. Its owner
          and its admins decide which assistants may use it.
        </p>
        <p>Ask one of them to connect an assistant or to make a token for you, or to make you an admin.</p>
        {managed.length > 0 && (
          <div class="stack rule">
            <h2>Stores that you manage</h2>
            <ul>
              {managed.map(({ slug, name }) => (
                <li>
                  <a class="linkish" href={`/settings/mcp?${new URLSearchParams({ store: slug }).toString()}`}>
                    <Name text={name} />
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
    ),
  }
}
