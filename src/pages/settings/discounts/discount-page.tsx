import type { StoreSettings } from '../store/in-settings.ts'
import { thingPage } from '../store/thing-page.tsx'
import type { Page } from '../page/page.tsx'
import type { FormError } from '../page/save.ts'
import { useFormats, useWords } from '../words/words.ts'
import type { SavedDiscount, DiscountDraft } from './discount-draft.ts'
import { DiscountForm } from './discount-form.tsx'
import { exceptText } from './discount-row.tsx'

type Props = StoreSettings & {
  /** Undefined for a new one. */
  discount: SavedDiscount | undefined
  draft: DiscountDraft
  formError: FormError | undefined
}

/** The form of one discount, and how often it was used. */
export const discountPage = ({ account, store, discount, draft, formError }: Props): Page =>
  thingPage({
    account,
    store,
    section: 'discounts',
    thing: discount,
    ...(discount && { lead: () => useWords().discounts.uses(discount.uses, useFormats().number(discount.uses)) }),
    formError,
    form: (action) => (
      <DiscountForm
        store={store}
        formToken={account.formToken}
        action={action}
        version={discount?.version ?? null}
        draft={draft}
        except={exceptText(discount, useWords().discounts)}
      />
    ),
  })
