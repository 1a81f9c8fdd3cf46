import type { StoreSettings } from '../store/in-settings.ts'
import { thingPage } from '../store/thing-page.tsx'
import type { Page } from '../page/page.tsx'
import type { FormError } from '../page/save.ts'
import type { Method, MethodDraft } from './method-draft.ts'
import { MethodForm } from './method-form.tsx'

type Props = StoreSettings & {
  /** Undefined for a new one. */
  method: Method | undefined
  draft: MethodDraft
  formError: FormError | undefined
}

/** The form of one delivery method. */
export const methodPage = ({ account, store, method, draft, formError }: Props): Page =>
  thingPage({
    account,
    store,
    section: 'delivery',
    thing: method,
    formError,
    form: (action) => (
      <MethodForm
        store={store}
        formToken={account.formToken}
        action={action}
        version={method?.version ?? null}
        draft={draft}
      />
    ),
  })
