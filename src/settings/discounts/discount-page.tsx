import type { StoreSettings } from '../store/in-settings.ts'
import { pathTo } from '../store/store-nav.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Name } from '../ui/name.tsx'
import { Wrong } from '../ui/notices.tsx'
import type { Page } from '../ui/page.tsx'
import type { FormError } from '../ui/save.ts'
import type { Discount, DiscountDraft } from './discount-draft.ts'
import { DiscountForm } from './discount-form.tsx'

type Props = StoreSettings & {
  /** Undefined for a new one. */
  discount: Discount | undefined
  draft: DiscountDraft
  formError?: FormError | undefined
}

/** The form of one discount. */
export function discountPage({ account, store, discount, draft, formError }: Props): Page {
  const title = discount ? 'Discount' : 'New discount'
  const action = discount ? `/settings/discounts/${discount.id}` : '/settings/discounts'
  return {
    title,
    account,
    place: { section: 'discounts', slug: store.slug },
    ...(formError && { status: formError.status }),
    body: (
      <>
        <header class="stack">
          <p>
            <a class="linkish" href={pathTo('discounts', { store: store.slug })}>
              All discounts
            </a>
          </p>
          <h1>{discount ? <Name text={discount.name} /> : title}</h1>
          {discount && <p class="lead">{usesText(discount)}</p>}
        </header>
        <Wrong text={formError?.text} />
        <DiscountForm
          store={store}
          formToken={account.formToken}
          action={action}
          version={discount?.version ?? null}
          draft={draft}
        />
        {discount && (
          <section class="card" aria-labelledby="delete">
            <header>
              <h2 id="delete">Delete this discount</h2>
              <p class="fine">To stop it for a while, switch it off instead.</p>
            </header>
            <Confirm
              verb="Delete"
              name={discount.name}
              action={`${action}/delete`}
              consequence="Shoppers can no longer use it. Orders keep what it took off."
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

const usesText = ({ uses }: Discount): string =>
  uses === 0 ? 'No order uses it yet.' : `${uses.toLocaleString('en')} order${uses === 1 ? ' uses' : 's use'} it.`
