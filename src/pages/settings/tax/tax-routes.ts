import { type Context, Hono } from 'hono'
import { updateStore } from '../../../areas/stores/update-store.ts'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'
import { callerInStoreOf } from '../store/in-store.ts'
import { pageInStore } from '../store/in-settings.ts'
import { pathTo } from '../ui/store-nav.tsx'
import { errorsByField, valuesIn } from '../page/draft.ts'
import { show } from '../page/page.tsx'
import { readForm } from '../page/read-form.ts'
import { type FormError, formErrorOf, save } from '../page/save.ts'
import { savedTax, type TaxDraft, taxIn, taxTexts } from './tax-draft.ts'
import { taxPage } from './tax-page.tsx'

/** Settings, Tax. */
export const taxRoutes = new Hono<PageEnv>()
  .use(withWebSession)
  .get('/', (c) => overview(c, c.req.query('store')))
  .post('/', async (c) => {
    const form = await readForm(c)
    const caller = callerInStoreOf(c, form)
    const requestedStore = form.get('store') ?? ''
    const valueOf = valuesIn(form)
    const { tax, countryError } = taxIn(valueOf, c.var.language)
    const change = { tax, store_id: caller.storeId, expected_version: Number(form.get('version')) }
    const refused = await save(updateStore, caller, change, countryError === undefined)
    if (!refused) return c.redirect(pathTo('tax', { store: requestedStore, done: 'saved' }), 303)
    const { errors, others } = errorsByField(refused.problems, taxTexts(c.var.language), [
      ['country_rates', countryError],
    ])
    const formError = formErrorOf(refused.error, others, c.var.language)
    return overview(c, requestedStore, { draft: { valueOf, errors }, formError })
  })

type Refusal = { readonly draft: TaxDraft; readonly formError: FormError }

const overview = async (c: Context<PageEnv>, requestedStore: string | undefined, refusal?: Refusal) =>
  show(
    c,
    await pageInStore(c, 'tax', requestedStore, async (settings) =>
      taxPage({
        ...settings,
        draft: refusal?.draft ?? savedTax(settings.store.tax, c.var.language),
        saved: c.req.query('done') === 'saved',
        formError: refusal?.formError,
      }),
    ),
  )
