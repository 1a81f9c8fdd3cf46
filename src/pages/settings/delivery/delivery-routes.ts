import { type Context, Hono } from 'hono'
import { createDeliveryMethod } from '../../../areas/delivery-methods/create-delivery-method.ts'
import { deleteDeliveryMethod } from '../../../areas/delivery-methods/delete-delivery-method.ts'
import { getDeliveryMethod } from '../../../areas/delivery-methods/get-delivery-method.ts'
import { listDeliveryMethods } from '../../../areas/delivery-methods/list-delivery-methods.ts'
import { updateDeliveryMethod } from '../../../areas/delivery-methods/update-delivery-method.ts'
import { pathId } from '../../../platform/http/routes/preconditions.ts'
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
import { deliveryPage } from './delivery-page.tsx'
import { type MethodDraft, methodIn, methodTexts, savedMethod } from './method-draft.ts'
import { methodPage } from './method-page.tsx'

const methodId = (c: Context<PageEnv>) => pathId(c, 'id', 'delivery method')

/** Settings, Delivery. Owners, admins and staff can change the methods, as in the API. */
export const deliveryRoutes = new Hono<PageEnv>()
  .onError(onReadOnlyError)
  .use(withWebSession)
  .get('/', async (c) =>
    show(
      c,
      await pageInStore(c, 'delivery', c.req.query('store'), async (settings) => {
        const { data } = await listDeliveryMethods(settings.caller, { limit: 100 })
        const mayChange = settings.store.role !== 'viewer'
        return deliveryPage({ ...settings, methods: data, mayChange, done: doneOf(c.req.query('done')) })
      }),
    ),
  )
  .get('/new', (c) => showForm(c, c.req.query('store'), null))
  .get('/:id', (c) => showForm(c, c.req.query('store'), methodId(c)))
  .post('/', (c) => saveForm(c, null))
  .post('/:id', (c) => saveForm(c, methodId(c)))
  .post('/:id/delete', async (c) => {
    const form = await readForm(c)
    const delivery_method_id = methodId(c)
    await deleteDeliveryMethod(callerInStoreOf(c, form), { delivery_method_id })
    return c.redirect(pathTo('delivery', { store: form.get('store') ?? '', done: 'deleted' }), 303)
  })

type Refusal = { readonly draft: MethodDraft; readonly formError: FormError }

const showForm = async (
  c: Context<PageEnv>,
  requestedStore: string | undefined,
  id: string | null,
  refusal?: Refusal,
) =>
  show(
    c,
    await pageInStore(c, 'delivery', requestedStore, async (settings) => {
      if (settings.store.role === 'viewer') throw new PageRefused('read_only')
      const method = id === null ? undefined : await getDeliveryMethod(settings.caller, { delivery_method_id: id })
      const saved = savedMethod(method, settings.store.currency_exponent, c.var.language)
      return methodPage({ ...settings, method, draft: refusal?.draft ?? saved, formError: refusal?.formError })
    }),
  )

async function saveForm(c: Context<PageEnv>, id: string | null) {
  const form = await readForm(c)
  const caller = { ...callerInStoreOf(c, form), idempotencyKey: keyOf(form) }
  const requestedStore = form.get('store') ?? ''
  const valueOf = valuesIn(form)
  const { fields, zonesError } = methodIn(valueOf, c.var.language)
  const isReadable = zonesError === undefined
  const change = { ...fields, delivery_method_id: id, expected_version: Number(form.get('version')) }
  const refused =
    id === null
      ? await save(createDeliveryMethod, caller, fields, isReadable)
      : await save(updateDeliveryMethod, caller, change, isReadable)
  if (!refused) {
    const done = id === null ? 'created' : 'saved'
    return c.redirect(pathTo('delivery', { store: requestedStore, done }), 303)
  }
  const { errors, others } = errorsByField(refused.problems, methodTexts(c.var.language))
  if (zonesError !== undefined) errors.set('zones', zonesError)
  const formError = formErrorOf(refused.error, others, c.var.language)
  return showForm(c, requestedStore, id, { draft: { valueOf, errors }, formError })
}
