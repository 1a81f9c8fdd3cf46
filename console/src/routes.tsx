import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { Failed, NotFound, ScreenLoading } from './parts/states.tsx'
import { Interruptions } from './shell/interruptions.tsx'
import { lastStore } from './service/kept.ts'
import { me, queries } from './service/queries.ts'
import { pathTo, screens } from './screens.ts'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({
  // Not awaited: a screen loads at the same time.
  loader: () => void queries.prefetchQuery(me),
  component: Interruptions,
  notFoundComponent: NotFound,
})

/** Leads to a screen of the store that the person looked at last, else of their first; to nothing if they have none. */
const toStore = (path?: string) => async () => {
  const { stores } = await queries.ensureQueryData(me)
  const store = stores.find(({ slug }) => slug === lastStore.get()) ?? stores[0]
  if (store) throw redirect({ to: pathTo(store.slug, path), replace: true })
}

const loadStart = () => import('./screens/start/start.tsx')

// Without the loader, the router would load the page again when the file is missing, also without a network.
const start = { loader: async () => void (await loadStart()), component: lazyRouteComponent(loadStart) }

const store = createRoute({
  getParentRoute: () => root,
  path: '/$slug',
  component: Shell,
  notFoundComponent: NotFound,
})

export const router = createRouter({
  basepath: '/console',
  routeTree: root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toStore(), ...start }),
    createRoute({ getParentRoute: () => root, path: '/orders', beforeLoad: toStore('orders'), ...start }),
    // No slug of a store begins with a hyphen.
    createRoute({ getParentRoute: () => root, path: '/-/stores', ...start }),
    store.addChildren(
      screens.map(({ path, load }) =>
        createRoute({
          getParentRoute: () => store,
          path: path || '/',
          loaderDeps: ({ search }) => search,
          async loader({ params, deps }) {
            const { prepare } = await load()
            prepare(params, deps)
          },
          component: lazyRouteComponent(load),
        }),
      ),
    ),
  ]),
  // The address is as people would write it: `search=1001`, not `search="1001"`.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultPendingComponent: ScreenLoading,
  defaultErrorComponent: RouteFailed,
  scrollRestoration: true,
})

/** Without a network, the browser would show a page of its own. */
function RouteFailed({ error }: { readonly error: unknown }) {
  const known = error instanceof Error ? error : new Error(String(error))
  return <Failed isPage error={known} retry={() => navigator.onLine && location.reload()} />
}
