import type { Account } from '../ui/layout.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../ui/page.tsx'
import { roleWords } from './role-words.ts'
import { manages, type MyStore } from '../store/store-choice.tsx'
import { pathTo } from '../store/store-nav.tsx'

type Props = {
  account: Account
  store: MyStore
  stores: readonly MyStore[]
  section: keyof typeof words
  /** Addresses of those who can do it, as far as they are known. */
  managers?: readonly string[]
}

const words = {
  mcp: {
    title: 'Only owners and admins can manage assistants',
    who: 'Its owner and its admins decide which assistants may use it.',
    todo: 'Ask one of them to connect an assistant or to make a token for you, or to make you an admin.',
  },
  members: {
    title: 'Only owners and admins can manage members',
    who: 'Its owner and its admins decide who may work with it, and as what.',
    todo: 'Ask one of them to invite somebody, or to give you another role.',
  },
} as const

/** For staff and viewers: who can do it, and where they could do it themselves. */
export function rolePage({ account, store, stores, section, managers = [] }: Props): Page {
  const managed = stores.filter(manages)
  const { title, who, todo } = words[section]
  return {
    title: 'Only owners and admins',
    status: 403,
    account,
    place: { section, slug: store.slug },
    narrow: true,
    body: (
      <section class="card">
        <h1>{title}</h1>
        <p>
          In <Name text={store.name} /> you are {roleWords[store.role].a}. {who}
        </p>
        <p>{todo}</p>
        {managers.length > 0 && (
          <ul>
            {managers.map((email) => (
              <li>
                <Name text={email} />
              </li>
            ))}
          </ul>
        )}
        {managed.length > 0 && (
          <div class="stack rule">
            <h2>Stores that you manage</h2>
            <ul>
              {managed.map(({ slug, name }) => (
                <li>
                  <a class="linkish" href={pathTo(section, { store: slug })}>
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
