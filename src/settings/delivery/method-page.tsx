import type { StoreSettings } from '../store/in-settings.ts'
import { pathTo } from '../store/store-nav.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Name } from '../ui/name.tsx'
import { Wrong } from '../ui/notices.tsx'
import type { Page } from '../ui/page.tsx'
import type { FormError } from '../ui/save.ts'
import type { Method, MethodDraft } from './method-draft.ts'
import { MethodForm } from './method-form.tsx'

type Props = StoreSettings & {
  /** Undefined for a new one. */
  method: Method | undefined
  draft: MethodDraft
  formError?: FormError | undefined
}

/** The form of one delivery method. */
export function methodPage({ account, store, method, draft, formError }: Props): Page {
  const title = method ? 'Delivery method' : 'New delivery method'
  const action = method ? `/settings/delivery/${method.id}` : '/settings/delivery'
  return {
    title,
    account,
    place: { section: 'delivery', slug: store.slug },
    ...(formError && { status: formError.status }),
    body: (
      <>
        <header class="stack">
          <p>
            <a class="linkish" href={pathTo('delivery', { store: store.slug })}>
              All delivery methods
            </a>
          </p>
          <h1>{method ? <Name text={method.name} /> : title}</h1>
        </header>
        <Wrong text={formError?.text} />
        <MethodForm
          view={{ store, formToken: account.formToken, now: new Date() }}
          currency={store.currency}
          action={action}
          version={method?.version ?? null}
          draft={draft}
        />
        {method && (
          <section class="card" aria-labelledby="delete">
            <header>
              <h2 id="delete">Delete this method</h2>
              <p class="fine">To stop offering it for a while, switch it off instead.</p>
            </header>
            <Confirm
              verb="Delete"
              name={method.name}
              action={`${action}/delete`}
              consequence="Shoppers can no longer choose it. Orders keep its name and price."
              formToken={account.formToken}
              store={store.slug}
              storeId={store.id}
            />
          </section>
        )}
      </>
    ),
  }
}
