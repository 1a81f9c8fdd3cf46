import { type Context, Hono } from 'hono'
import type * as z from 'zod'
import type { Caller } from '../../../platform/operation/context.ts'
import { pathId } from '../../../platform/http/routes/preconditions.ts'
import { createWebhook } from '../../../areas/webhooks/create-webhook.ts'
import { deleteWebhook } from '../../../areas/webhooks/delete-webhook.ts'
import { getWebhook } from '../../../areas/webhooks/get-webhook.ts'
import { listDeliveries } from '../../../areas/webhooks/list-deliveries.ts'
import { listWebhooks } from '../../../areas/webhooks/list-webhooks.ts'
import { redeliver } from '../../../areas/webhooks/redeliver.ts'
import { replayWebhook } from '../../../areas/webhooks/replay-webhook.ts'
import { rotateWebhookSecret } from '../../../areas/webhooks/rotate-webhook-secret.ts'
import { testWebhook } from '../../../areas/webhooks/test-webhook.ts'
import { updateWebhook } from '../../../areas/webhooks/update-webhook.ts'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'
import { showToManagers } from '../store/in-settings.ts'
import { callerInStoreOf } from '../store/in-store.ts'
import { pathTo } from '../ui/store-nav.tsx'
import type { Language } from '../../../platform/values/language.ts'
import { show } from '../page/page.tsx'
import { keyOf, readForm } from '../page/read-form.ts'
import { takeSavedForm } from '../page/saved-form.ts'
import { formErrorOf, type RefusedForm, save } from '../page/save.ts'
import { deliveriesPage, shownQuery, shownOf } from './deliveries-page.tsx'
import { secretPage } from './secret-page.tsx'
import { draftIn, errorsOf, webhookFieldsOf, savedWebhook, type WebhookDraft } from './webhook-draft.ts'
import { webhookDoneOf, type WebhookDone, type Form, newWebhookPage, webhookPage } from './webhook-page.tsx'
import { webhooksPage } from './webhooks-page.tsx'

/** How many deliveries the page of a webhook shows, and a page of all deliveries, with what was sent: up to 20 KB each. */
const fewDeliveries = 5
const deliveriesPerPage = 20

const webhookId = (c: Context<PageEnv>) => pathId(c, 'id', 'webhook')

/** Settings, Webhooks. For owners and admins. */
export const webhooksPageRoutes = new Hono<PageEnv>()
  .use(withWebSession)
  .get('/', (c) =>
    showToManagers(c, 'webhooks', c.req.query('store'), async ({ caller, ...settings }) => {
      const { data } = await listWebhooks(caller, { limit: 100 })
      return webhooksPage({
        ...settings,
        webhooks: data,
        now: new Date(),
        isDeleted: c.req.query('done') === 'deleted',
      })
    }),
  )
  .get('/new', async (c) => showNew(c, c.req.query('store'), await savedForm(c, /^\/settings\/webhooks$/)))
  .get('/:id', async (c) => {
    const id = webhookId(c)
    return showWebhook(c, c.req.query('store'), id, await savedForm(c, new RegExp(`^/settings/webhooks/${id}$`)))
  })
  .get('/:id/deliveries', (c) => showDeliveries(c, webhookId(c)))
  .post('/', async (c) => {
    const form = await readForm(c)
    const caller = { ...callerInStoreOf(c, form), idempotencyKey: keyOf(form) }
    const created: z.output<typeof createWebhook.output>[] = []
    const create = async (by: Caller, input: z.output<typeof createWebhook.input>) =>
      created.push(await createWebhook(by, input))
    const refused = await save(
      Object.assign(create, { input: createWebhook.input }),
      caller,
      webhookFieldsOf(draftIn(form)),
      true,
    )
    const slug = form.get('store') ?? ''
    const [webhook] = created
    if (!webhook) return showNew(c, slug, refusedForm(form, refused, c.var.language))
    return show(c, secretPage({ webhook, isRotated: false, slug, account: c.var.account }))
  })
  .post('/:id', async (c) => {
    const form = await readForm(c)
    const id = webhookId(c)
    const caller = { ...callerInStoreOf(c, form), idempotencyKey: keyOf(form) }
    const { url, ...fields } = webhookFieldsOf(draftIn(form))
    const current = await getWebhook(caller, { webhook_id: id })
    const changes = {
      ...fields,
      // Only a new address needs a recent sign-in.
      ...(url !== current.url && { url }),
      webhook_id: id,
      expected_version: Number(form.get('version')),
    }
    const refused = await save(updateWebhook, caller, changes, true)
    if (refused) return showWebhook(c, form.get('store') ?? '', id, refusedForm(form, refused, c.var.language))
    return toWebhook(c, form, 'saved')
  })
  .post('/:id/rotate', async (c) => {
    const form = await readForm(c)
    const webhook = await rotateWebhookSecret(callerInStoreOf(c, form), { webhook_id: webhookId(c) })
    return show(c, secretPage({ webhook, isRotated: true, slug: form.get('store') ?? '', account: c.var.account }))
  })
  .post('/:id/test', async (c) => {
    const form = await readForm(c)
    await testWebhook(callerInStoreOf(c, form), { webhook_id: webhookId(c) })
    return toWebhook(c, form, 'tested')
  })
  .post('/:id/enable', async (c) => {
    const form = await readForm(c)
    const caller = callerInStoreOf(c, form)
    const webhook_id = webhookId(c)
    await updateWebhook(caller, { webhook_id, enabled: true })
    const replay = replayWebhook.input.safeParse({ webhook_id, since: form.get('since') })
    if (!replay.success) return toWebhook(c, form, 'enabled')
    await replayWebhook(caller, replay.data)
    return toWebhook(c, form, 'replayed')
  })
  .post('/:id/disable', async (c) => {
    const form = await readForm(c)
    await updateWebhook(callerInStoreOf(c, form), { webhook_id: webhookId(c), enabled: false })
    return toWebhook(c, form, 'disabled')
  })
  .post('/:id/delete', async (c) => {
    const form = await readForm(c)
    await deleteWebhook(callerInStoreOf(c, form), { webhook_id: webhookId(c) })
    return c.redirect(pathTo('webhooks', { store: form.get('store') ?? '', done: 'deleted' }), 303)
  })
  .post('/:id/deliveries/:delivery/redeliver', async (c) => {
    const form = await readForm(c)
    const delivery_id = pathId(c, 'delivery', 'delivery')
    await redeliver(callerInStoreOf(c, form), { webhook_id: webhookId(c), delivery_id })
    if (!form.has('shown')) return toWebhook(c, form, 'redelivered')
    const query = { store: form.get('store') ?? '', ...shownQuery(shownOf(form.get('shown'))), done: 'redelivered' }
    return c.redirect(pathTo(`webhooks/${webhookId(c)}/deliveries`, query), 303)
  })

const toWebhook = (c: Context<PageEnv>, form: URLSearchParams, done: WebhookDone) =>
  c.redirect(pathTo(`webhooks/${webhookId(c)}`, { store: form.get('store') ?? '', done }), 303)

const showNew = (c: Context<PageEnv>, store: string | undefined, form: Form | undefined) =>
  showToManagers(c, 'webhooks', store, async ({ account, store }) =>
    newWebhookPage({ account, store, form: form ?? { draft: savedWebhook(undefined), resumed: false } }),
  )

const showWebhook = (c: Context<PageEnv>, store: string | undefined, webhook_id: string, form: Form | undefined) =>
  showToManagers(c, 'webhooks', store, async ({ account, caller, store }) => {
    const [webhook, { data: deliveries }] = await Promise.all([
      getWebhook(caller, { webhook_id }),
      listDeliveries(caller, { webhook_id, limit: fewDeliveries }),
    ])
    return webhookPage({
      account,
      store,
      webhook,
      deliveries,
      form: form ?? { draft: savedWebhook(webhook), resumed: false },
      now: new Date(),
      done: webhookDoneOf(c.req.query('done')),
    })
  })

const showDeliveries = (c: Context<PageEnv>, webhook_id: string) =>
  showToManagers(c, 'webhooks', c.req.query('store'), async ({ account, caller, store }) => {
    const shown = shownOf(c.req.query('shown'))
    const cursor = c.req.query('deliveries')
    const filter = { ...(shown !== 'all' && { status: shown }), ...(cursor !== undefined && { cursor }) }
    const [webhook, deliveries] = await Promise.all([
      getWebhook(caller, { webhook_id }),
      listDeliveries(caller, { webhook_id, limit: deliveriesPerPage, ...filter }),
    ])
    const isRedelivered = c.req.query('done') === 'redelivered'
    return deliveriesPage({ account, store, webhook, deliveries, shown, now: new Date(), isRedelivered })
  })

/** What a person entered before signing in again. */
async function savedForm(c: Context<PageEnv>, action: RegExp): Promise<Form | undefined> {
  const saved = await takeSavedForm(c, action)
  return saved && { draft: draftIn(saved.fields), resumed: true }
}

function refusedForm(form: URLSearchParams, refused: RefusedForm | undefined, language: Language): Form {
  const { errors, others } = errorsOf(refused?.problems ?? [], language)
  const draft: WebhookDraft = { ...draftIn(form), errors }
  return { draft, formError: formErrorOf(refused?.error, others, language), resumed: false }
}
