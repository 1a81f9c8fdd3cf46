import { type Context, Hono } from 'hono'
import { createDiscount } from '../../../areas/discounts/create-discount.ts'
import { deleteDiscount } from '../../../areas/discounts/delete-discount.ts'
import { getDiscount } from '../../../areas/discounts/get-discount.ts'
import { listDiscounts } from '../../../areas/discounts/list-discounts.ts'
import { updateDiscount } from '../../../areas/discounts/update-discount.ts'
import { pathId } from '../../../platform/http/routes/preconditions.ts'
import { getStoreById } from '../../../areas/stores/get-store-by-id.ts'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'
import { doneOf, pageInStore } from '../store/in-settings.ts'
import { callerInStoreOf } from '../store/in-store.ts'
import { pathTo } from '../ui/store-nav.tsx'
import { errorsByField, valuesIn } from '../page/draft.ts'
import { onReadOnlyError } from '../page/on-page-error.tsx'
import { show } from '../page/page.tsx'
import { PageRefused } from '../page/page-refused.ts'
import { keyOf, readForm } from '../page/read-form.ts'
import { type FormError, formErrorOf, save } from '../page/save.ts'
import { type DiscountDraft, discountIn, namedIn, savedDiscount } from './discount-draft.ts'
import { discountPage } from './discount-page.tsx'
import { discountTexts } from './discount-texts.ts'
import { discountsPage } from './discounts-page.tsx'
import { collectionIdsOf, productIdsOf, slugsOf } from './product-names.ts'

const discountId = (c: Context<PageEnv>) => pathId(c, 'id', 'discount')

// Keeps a page under 50 KB.
const pageSize = 20

/** Settings, Discounts. Owners, admins and staff can change them, as in the API. */
export const discountsPageRoutes = new Hono<PageEnv>()
  .onError(onReadOnlyError)
  .use(withWebSession)
  .get('/', async (c) => {
    const { store, search = '', discounts: cursor, done } = c.req.query()
    const filter = { limit: pageSize, ...(search !== '' && { search }), ...(cursor !== undefined && { cursor }) }
    const page = await pageInStore(c, 'discounts', store, async (settings) =>
      discountsPage({
        ...settings,
        discounts: await listDiscounts(settings.caller, filter),
        search,
        mayChange: settings.store.role !== 'viewer',
        done: doneOf(done),
      }),
    )
    return show(c, page)
  })
  .get('/new', (c) => showForm(c, c.req.query('store'), null))
  .get('/:id', (c) => showForm(c, c.req.query('store'), discountId(c)))
  .post('/', (c) => saveForm(c, null))
  .post('/:id', (c) => saveForm(c, discountId(c)))
  .post('/:id/delete', async (c) => {
    const form = await readForm(c)
    await deleteDiscount(callerInStoreOf(c, form), { discount_id: discountId(c) })
    return c.redirect(pathTo('discounts', { store: form.get('store') ?? '', done: 'deleted' }), 303)
  })

type Refusal = { readonly draft: DiscountDraft; readonly formError: FormError }

const showForm = async (
  c: Context<PageEnv>,
  requestedStore: string | undefined,
  id: string | null,
  refusal?: Refusal,
) =>
  show(
    c,
    await pageInStore(c, 'discounts', requestedStore, async (settings) => {
      if (settings.store.role === 'viewer') throw new PageRefused('read_only')
      const discount = id === null ? undefined : await getDiscount(settings.caller, { discount_id: id })
      const slugs = refusal || !discount ? new Map<string, string>() : await slugsOf(settings.caller, discount)
      const draft = refusal?.draft ?? savedDiscount(discount, settings.store, slugs)
      return discountPage({ ...settings, discount, draft, formError: refusal?.formError })
    }),
  )

async function saveForm(c: Context<PageEnv>, id: string | null) {
  const form = await readForm(c)
  const caller = { ...callerInStoreOf(c, form), idempotencyKey: keyOf(form) }
  const requestedStore = form.get('store') ?? ''
  const valueOf = valuesIn(form)
  const [store, products, collections] = await Promise.all([
    getStoreById(caller, { store_id: caller.storeId }),
    productIdsOf(caller, namedIn(valueOf, 'products'), c.var.language),
    collectionIdsOf(caller, namedIn(valueOf, 'collections'), c.var.language),
  ])
  const fields = discountIn(valueOf, store, { products: products.ids, collections: collections.ids })
  const isReadable = products.error === undefined && collections.error === undefined
  const change = { ...fields, discount_id: id, expected_version: Number(form.get('version')) }
  const refused =
    id === null
      ? await save(createDiscount, caller, fields, isReadable)
      : await save(updateDiscount, caller, change, isReadable)
  if (!refused) {
    const done = id === null ? 'created' : 'saved'
    return c.redirect(pathTo('discounts', { store: requestedStore, done }), 303)
  }
  const { errors, others } = errorsByField(refused.problems, discountTexts(valueOf('goods'), c.var.language))
  if (products.error !== undefined) errors.set('products', products.error)
  if (collections.error !== undefined) errors.set('collections', collections.error)
  const formError = formErrorOf(refused.error, others, c.var.language)
  return showForm(c, requestedStore, id, { draft: { valueOf, errors }, formError })
}
