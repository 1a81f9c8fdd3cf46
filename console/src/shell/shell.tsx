import IconSearch from '@tabler/icons-react/icons/IconSearch'
import IconSettings from '@tabler/icons-react/icons/IconSettings'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Failed, NotFound, ScreenLoading } from '../parts/states.tsx'
import { pathTo, screens } from '../screens.ts'
import { lastStore } from '../service/kept.ts'
import { me } from '../service/queries.ts'
import { manages, type Store, StoreContext } from '../service/store.ts'
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

const inNavigation = screens.flatMap(({ path, name, Icon }) => (Icon ? [{ path, name, Icon }] : []))

function Frame({ store }: { readonly store: Store | undefined }) {
  const words = useWords()
  const { open, commands } = useCommands(store)
  return (
    <div className="shell">
      <header className="top">
        <StoreSwitcher current={store} />
        <button type="button" className="go search" aria-label={words.shell.commands} onClick={open}>
          <IconSearch size={16} aria-hidden />
          <span>{words.shell.commands}</span>
        </button>
        <Person />
      </header>
      <nav className="screens" aria-label={words.shell.navigation}>
        {store &&
          inNavigation.map(({ path, name, Icon }) => (
            <Link
              key={path}
              to={pathTo(store.slug, path)}
              className="go"
              activeProps={{ 'data-active': true }}
              activeOptions={{ includeSearch: false, exact: path === '' }}
            >
              <Icon size={16} aria-hidden />
              {words.screens[name]}
            </Link>
          ))}
        {store && manages(store) && (
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
