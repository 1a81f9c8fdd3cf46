import { useEffect } from 'preact/hooks'
import { InboxScreen } from './inbox/inbox-screen.tsx'
import { otherLanguage, showTimesIn, switchLanguage, text } from './language/language.ts'
import { useLoad } from './load.ts'
import { NewOrderScreen } from './new-order/new-order-screen.tsx'
import { OrderScreen } from './orders/order-screen.tsx'
import { OrdersScreen } from './orders/orders-screen.tsx'
import { ProductsScreen } from './products/products-screen.tsx'
import { linkTo, type Route, useRoute } from './route.ts'
import { SalesScreen } from './sales/sales-screen.tsx'
import { selectedStore, selectStore } from './service/client.ts'
import { loadMe } from './service/requests.ts'
import type { Me, Store } from './service/types.ts'
import { currentToken, signIn, signOut } from './session.ts'
import { Loading } from './ui/loading.tsx'

const screens = ['orders', 'new_order', 'products', 'sales', 'inbox'] as const

export function App({ signInFailed }: { readonly signInFailed: boolean }) {
  const isSignedIn = currentToken() !== undefined
  return isSignedIn ? <Console /> : <SignIn failed={signInFailed} />
}

const LanguageButton = () => (
  <button type="button" class="quiet-button" lang={otherLanguage()} onClick={switchLanguage}>
    {text('language')}
  </button>
)

const SignIn = ({ failed }: { readonly failed: boolean }) => (
  <main class="welcome">
    <h1>{text('title')}</h1>
    <p>{text('sign_in_lead')}</p>
    {failed && (
      <p class="notice bad" role="alert">
        {text('sign_in_failed')}
      </p>
    )}
    <button type="button" class="main" onClick={() => signIn({ again: true })}>
      {text('sign_in')}
    </button>
    <LanguageButton />
  </main>
)

function Console() {
  const signedIn = useLoad(async (signal) => {
    const found = await loadMe(signal)
    showTimesIn(found.store?.timezone)
    return found
  }, [])
  const route = useRoute()
  const [screen = 'orders'] = route.path
  useEffect(() => {
    scrollTo(0, 0)
  }, [route.path.join('/')])
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {text('skip')}
      </a>
      <header class="top">
        <a class="brand" href={linkTo('/orders')}>
          {text('title')}
        </a>
        {signedIn.data && <StorePicker me={signedIn.data.me} />}
        <LanguageButton />
        <button
          type="button"
          class="quiet-button"
          onClick={() => {
            signOut()
            location.assign('/')
          }}
        >
          {text('sign_out')}
        </button>
      </header>
      <nav aria-label={text('menu')}>
        {screens.map((name) => (
          <a key={name} href={linkTo(`/${name}`)} aria-current={name === screen ? 'page' : undefined}>
            {text(name)}
          </a>
        ))}
      </nav>
      <main id="main" tabindex={-1}>
        <Loading of={signedIn}>
          {({ store }) => (store === undefined ? <p>{text('no_store')}</p> : <Screen route={route} store={store} />)}
        </Loading>
      </main>
    </>
  )
}

/** The part after the # is the route, so a link cannot move the focus. */
function skip(event: Event) {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

function Screen({ route, store }: { readonly route: Route; readonly store: Store }) {
  const [screen = 'orders', id] = route.path
  if (screen === 'orders' && id !== undefined) return <OrderScreen key={id} id={id} store={store} />
  if (screen === 'new_order') return <NewOrderScreen store={store} />
  if (screen === 'products') return <ProductsScreen query={route.query} store={store} />
  if (screen === 'sales') return <SalesScreen query={route.query} store={store} />
  if (screen === 'inbox') return <InboxScreen query={route.query} id={id} />
  return <OrdersScreen query={route.query} store={store} />
}

const StorePicker = ({ me }: { readonly me: Me }) => (
  <label class="store">
    <span class="visually-hidden">{text('store')}</span>
    <select
      value={selectedStore()}
      onChange={(event) => {
        selectStore(event.currentTarget.value)
        location.assign(linkTo('/orders'))
        location.reload()
      }}
    >
      {me.stores.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  </label>
)
