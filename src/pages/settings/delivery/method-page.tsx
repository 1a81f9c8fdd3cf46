import { BackLink } from '../store/page-head.tsx'
import { DeleteSection } from '../store/delete-section.tsx'
import type { StoreSettings } from '../store/in-settings.ts'
import { Name } from '../ui/name.tsx'
import { Wrong } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import type { FormError } from '../page/save.ts'
import { useWords } from '../words/words.ts'
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
  const action = method ? `/settings/delivery/${method.id}` : '/settings/delivery'
  return {
    title: ({ delivery }) => (method ? delivery.method : delivery.newMethod),
    account,
    place: { section: 'delivery', slug: store.slug },
    ...(formError && { status: formError.status }),
    body() {
      const words = useWords().delivery
      return (
        <>
          <header class="stack">
            <BackLink to="delivery" slug={store.slug}>
              {words.all}
            </BackLink>
            <h1>{method ? <Name text={method.name} /> : words.newMethod}</h1>
          </header>
          <Wrong text={formError?.text} />
          <MethodForm
            view={{ store, formToken: account.formToken, now: new Date() }}
            currency={store.currency}
            action={action}
            version={method?.version ?? null}
            draft={draft}
          />
          {method && <DeleteSection words={words} name={method.name} action={action} account={account} store={store} />}
        </>
      )
    },
  }
}
