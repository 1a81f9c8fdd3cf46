import type { Account } from '../ui/layout.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../ui/page.tsx'
import { roleText } from './role-text.ts'
import { canManage, type MyStore } from '../store/store-choice.tsx'
import { pathTo } from '../store/store-nav.tsx'

type Props = {
  account: Account
  store: MyStore
  stores: readonly MyStore[]
  section: keyof typeof texts
  /** Email addresses of the owners and admins, where known. */
  managers?: readonly string[]
}

const texts = {
  mcp: {
    title: 'Only owners and admins can manage assistants',
    decides: 'Its owners and admins decide which assistants may use it.',
    nextStep: 'Ask one of them to connect an assistant, to create a token for you, or to make you an admin.',
  },
  keys: {
    title: 'Only owners and admins can manage API keys',
    decides: 'Its owners and admins decide which servers may use it.',
    nextStep: 'Ask one of them to create an API key for you, or to make you an admin.',
  },
  members: {
    title: 'Only owners and admins can manage members',
    decides: 'Its owners and admins decide who can work with it, and what they may do.',
    nextStep: 'Ask one of them to invite someone, or to change your role.',
  },
} as const

/** For staff and viewers: who manages this store, and which stores they manage themselves. */
export function rolePage({ account, store, stores, section, managers = [] }: Props): Page {
  const managed = stores.filter(canManage)
  const { title, decides, nextStep } = texts[section]
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
          In <Name text={store.name} /> you are {roleText[store.role].withArticle}. {decides}
        </p>
        <p>{nextStep}</p>
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
