import IconSearch from '@tabler/icons-react/icons/IconSearch'
import IconSettings from '@tabler/icons-react/icons/IconSettings'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Failed, NotFound, ScreenLoading } from '../parts/states.tsx'
import { screens } from '../screens.ts'
import { lastStore } from '../service/kept.ts'
import { me } from '../service/queries.ts'
import { type Store, StoreContext } from '../service/store.ts'
import { useWords } from '../words/words.tsx'
import { Person, StoreSwitcher } from './menus.tsx'
import { useCommands } from './use-commands.tsx'

/** Around the screens of a store: navigation on the left, on a phone at the bottom. */
export function Shell() {
  const { slug } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(me)
  const store = data?.stores.find((each) => each.slug === slug)
  useEffect(() => {
    if (store) lastStore.set(store.slug)
  }, [store])
  if (error && !data) return <Failed isPage error={error} retry={() => void refetch()} />
  if (data && !store) return <NotFound />
  return (
    <StoreContext value={store ?? null}>
      <Frame store={store} />
    </StoreContext>
  )
}

/** The roles that the settings pages are for. */
const manages: readonly Store['role'][] = ['owner', 'admin']

const inNavigation = screens.flatMap(({ path, name, Icon }) => (Icon ? [{ path, name, Icon }] : []))

function Frame({ store }: { readonly store: Store | undefined }) {
  const words = useWords()
  const { open, commands } = useCommands(store?.slug)
  return (
    <div className="shell">
      <header className="top">
        <StoreSwitcher current={store} />
        <button type="button" className="go wide" onClick={open}>
          <IconSearch size={16} aria-hidden />
          {words.shell.commands}
        </button>
        <Person />
      </header>
      <nav className="screens" aria-label={words.shell.navigation}>
        {store &&
          inNavigation.map(({ path, name, Icon }) => (
            <Link
              key={path}
              to={`/${store.slug}/${path}`}
              className="go"
              activeProps={{ 'data-active': true }}
              activeOptions={{ includeSearch: false }}
            >
              <Icon size={16} aria-hidden />
              {words.screens[name]}
            </Link>
          ))}
        {store && manages.includes(store.role) && (
          <a href={`/settings/store?store=${store.slug}`} className="go">
            <IconSettings size={16} aria-hidden />
            {words.shell.settings}
          </a>
        )}
      </nav>
      <main id="main" tabIndex={-1}>
        {store ? <Outlet /> : <ScreenLoading />}
      </main>
      {commands}
    </div>
  )
}
