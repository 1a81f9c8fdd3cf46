import type { Child } from 'hono/jsx'
import type { Page } from '../page/page.tsx'
import type { FormError } from '../page/save.ts'
import { Card } from '../ui/card.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Name } from '../ui/name.tsx'
import { Wrong } from '../ui/notices.tsx'
import { useWords } from '../words/words.ts'
import type { StoreSettings } from './in-settings.ts'
import { InnerHead } from './page-head.tsx'

type Thing = { readonly id: string; readonly name: string }

type Props = Pick<StoreSettings, 'account' | 'store'> & {
  section: 'delivery' | 'discounts'
  /** Undefined for a new one. */
  thing: Thing | undefined
  lead?: () => Child
  formError: FormError | undefined
  /** The form, which is sent to `action`. */
  form: (action: string) => Child
}

/** The page of one delivery method or discount: its form, and the button that deletes it. */
export function thingPage({ account, store, section, thing, lead, formError, form }: Props): Page {
  const action = `/settings/${section}${thing ? `/${thing.id}` : ''}`
  return {
    title: (words) => (thing ? words[section].one : words[section].new),
    account,
    place: { section, slug: store.slug },
    status: formError?.status,
    body() {
      const words = useWords()[section]
      const title = thing ? <Name text={thing.name} /> : words.new
      return (
        <>
          <InnerHead to={section} slug={store.slug} back={words.all} title={title} lead={lead?.()} />
          <Wrong text={formError?.text} />
          {form(action)}
          {thing && (
            <Card id="delete" title={words.deleteTitle} help={words.deleteHelp}>
              <Confirm
                verb={useWords().ui.delete}
                name={thing.name}
                action={`${action}/delete`}
                consequence={words.deleteConsequence}
                formToken={account.formToken}
                store={store.slug}
                storeId={store.id}
              />
            </Card>
          )}
        </>
      )
    },
  }
}
