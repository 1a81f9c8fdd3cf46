import { BackLink } from '../store/page-head.tsx'
import { DeleteSection } from '../store/delete-section.tsx'
import type { StoreSettings } from '../store/in-settings.ts'
import { Name } from '../ui/name.tsx'
import { Wrong } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import type { FormError } from '../page/save.ts'
import { useFormats, useWords } from '../words/words.ts'
import type { SavedDiscount, DiscountDraft } from './discount-draft.ts'
import { DiscountForm } from './discount-form.tsx'

type Props = StoreSettings & {
  /** Undefined for a new one. */
  discount: SavedDiscount | undefined
  draft: DiscountDraft
  formError?: FormError | undefined
}

/** The form of one discount. */
export function discountPage({ account, store, discount, draft, formError }: Props): Page {
  const action = discount ? `/settings/discounts/${discount.id}` : '/settings/discounts'
  return {
    title: ({ discounts }) => (discount ? discounts.one : discounts.new),
    account,
    place: { section: 'discounts', slug: store.slug },
    ...(formError && { status: formError.status }),
    body() {
      const words = useWords().discounts
      const { number } = useFormats()
      return (
        <>
          <header class="stack">
            <BackLink to="discounts" slug={store.slug}>
              {words.all}
            </BackLink>
            <h1>{discount ? <Name text={discount.name} /> : words.new}</h1>
            {discount && <p class="lead">{words.uses(discount.uses, number(discount.uses))}</p>}
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
            <DeleteSection words={words} name={discount.name} action={action} account={account} store={store} />
          )}
        </>
      )
    },
  }
}
