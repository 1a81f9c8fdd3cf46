import type { Account } from '../page/layout.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../page/page.tsx'
import { canManage, type MyStore } from './store-choice.tsx'
import { pathTo } from '../ui/store-nav.tsx'
import { useWords } from '../words/words.ts'

type Props = {
  account: Account
  store: MyStore
  stores: readonly MyStore[]
  section: 'mcp' | 'keys' | 'webhooks' | 'members'
  /** Email addresses of the owners and admins, where known. */
  managers?: readonly string[]
}

/** For staff and viewers: who manages this store, and which stores they manage themselves. */
export function rolePage({ account, store, stores, section, managers = [] }: Props): Page {
  const managed = stores.filter(canManage)
  return {
    title: (words) => words.members.roleTooLow.pageTitle,
    status: 403,
    account,
    place: { section, slug: store.slug },
    narrow: true,
    body() {
      const { roles, roleTooLow } = useWords().members
      const { title, decides, nextStep } = roleTooLow[section]
      return (
        <section class="card">
          <h1>{title}</h1>
          <p>{roleTooLow.youAre(<Name text={store.name} />, roles[store.role].withArticle, decides)}</p>
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
              <h2>{roleTooLow.managedStores}</h2>
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
      )
    },
  }
}
