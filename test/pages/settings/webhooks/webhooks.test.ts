import { expect, test } from 'vitest'
import { onLoopback, otherSide } from '../../../support/outside/outside.ts'
import { service } from '../../../support/service.ts'
import { asOwner } from '../../../support/sql.ts'
import { age, hiddenFields, openWebShop, type Web } from '../../../support/callers/web.ts'

const base = '/settings/webhooks'

/** A shop whose service may post to this machine, and a server that receives. */
async function openReceivingShop() {
  const shop = await openWebShop({ through: service(undefined, onLoopback) })
  const side = otherSide(`page-${crypto.randomUUID()}`)
  const at = (path = '') => `${base}${path}?store=${shop.store.slug}`
  const fields = { url: side.sendUrl, events: ['order.*'], description: 'Courier' }
  return { ...shop, side, at, fields }
}

const secretIn = (html: string) => /whsec_[A-Za-z0-9+/]{43}=/.exec(html)?.[0] ?? ''

const editOf = async (web: Web, list: string) =>
  /href="(\/settings\/webhooks\/[0-9a-f-]{36})\?/.exec((await web.get(list)).html)?.[1] ?? ''

const eventsOf = (storeId: string) => asOwner`select url, events, description from webhooks where store_id = ${storeId}`

test('a merchant adds a webhook, sees the secret once, tests it, and reads what was sent', async () => {
  const { owner, at, fields, side, store } = await openReceivingShop()
  expect((await owner.get(at())).html).toContain('No webhooks yet')
  const created = await owner.submit(at('/new'), base, {
    ...fields,
    events: ['order.created', 'order.*', 'page.created'],
  })
  expect(created.status, created.html).toBe(200)
  expect(secretIn(created.html)).not.toBe('')
  expect(await eventsOf(store.id)).toEqual([
    { url: side.sendUrl, events: ['order.*', 'page.created'], description: 'Courier' },
  ])
  const listed = await owner.get(at())
  for (const text of ['Courier', side.sendUrl, 'order.*, page.created', 'Nothing has been sent to it yet'])
    expect(listed.html).toContain(text)
  expect(secretIn(listed.html)).toBe('')

  const edit = await editOf(owner, at())
  const page = `${edit}?store=${store.slug}`
  await side.answer({ status: 200, body: { thanks: true } })
  const tested = await owner.submit(page, `${edit}/test`)
  expect(tested.headers.get('Location')).toContain('done=tested')
  expect(await side.calls()).toMatchObject([{ body: { type: 'webhook.test' } }])
  const shown = (await owner.get(page)).html
  for (const text of ['webhook.test', 'Delivered', 'HTTP 200', '1 attempt', '&quot;thanks&quot;:true', 'Works'])
    expect(shown).toContain(text)
  expect(shown).toContain('&quot;type&quot;: &quot;webhook.test&quot;')
  const redeliver = /action="([^"]+\/deliveries\/[^"]+\/redeliver)"/.exec(shown)?.[1] ?? ''
  expect((await owner.submit(page, redeliver)).status).toBe(303)
  expect(await side.calls()).toHaveLength(2)
})

test('a webhook that fails says so, and one that was switched off sends what it missed', async () => {
  const { owner, at, fields, side, store } = await openReceivingShop()
  await owner.submit(at('/new'), base, { ...fields, events: ['*'] })
  const edit = await editOf(owner, at())
  const page = `${edit}?store=${store.slug}`
  await side.answer({ status: 500, body: 'broken' }, { status: 410 })
  await owner.submit(page, `${edit}/test`)
  const failing = (await owner.get(page)).html
  for (const text of ['Failing', 'Trying again', 'HTTP 500', 'next attempt', '1 waiting'])
    expect(failing).toContain(text)
  const all = `${edit}/deliveries?store=${store.slug}`
  expect((await owner.get(`${all}&shown=failed`)).html).toContain('No failed deliveries')
  expect((await owner.get(`${all}&shown=pending`)).html).toContain('<h3>webhook.test</h3>')

  await owner.submit(page, `${edit}/test`)
  const off = (await owner.get(page)).html
  for (const text of ['Off', 'no longer exists (410)', 'Switch on again']) expect(off).toContain(text)
  expect(off).not.toContain('Redeliver')
  const before = (await side.calls()).length
  const since = /name="since" value="([^"]+)"/.exec(off)?.[1] ?? ''
  const enabled = await owner.submit(page, `${edit}/enable`, { since })
  expect(enabled.headers.get('Location')).toContain('done=replayed')
  expect((await side.calls()).length).toBeGreaterThan(before)
  expect((await owner.get(page)).html).toContain('The last delivery arrived')
})

test('all deliveries are listed with every attempt, page by page, and the failed ones alone', async () => {
  const { owner, at, fields, side, store } = await openReceivingShop()
  await owner.submit(at('/new'), base, fields)
  const edit = await editOf(owner, at())
  const page = `${edit}?store=${store.slug}`
  const all = `${edit}/deliveries?store=${store.slug}`
  expect((await owner.get(all)).html).toContain('Nothing was sent in the last 30 days')
  await side.answer({ status: 503 }, { status: 200 })
  await owner.submit(page, `${edit}/test`)
  const redeliver = /action="([^"]+\/redeliver)"/.exec((await owner.get(all)).html)?.[1] ?? ''
  // Again, from the list of waiting ones, to which the merchant returns.
  const again = await owner.submit(`${all}&shown=pending`, redeliver, { shown: 'pending' })
  expect(again.headers.get('Location')).toContain(
    `${edit}/deliveries?store=${store.slug}&shown=pending&done=redelivered`,
  )
  expect((await owner.get(again.headers.get('Location') ?? '')).html).toContain('on its way again')
  const shown = (await owner.get(all)).html
  for (const text of ['All attempts', 'Rejected · HTTP 503', 'Delivered · HTTP 200', 'What was sent'])
    expect(shown).toContain(text)

  // Of 22 more, one failed for good.
  await asOwner`insert into webhook_deliveries (store_id, webhook_id, id, event_type, status, created_at)
    select store_id, webhook_id, gen_random_uuid(), case n when 1 then 'order.paid' else 'order.noted' end,
      case n when 1 then 'failed' else 'delivered' end, created_at - n * interval '1 minute'
      from webhook_deliveries, generate_series(1, 22) as n where store_id = ${store.id}`
  const first = (await owner.get(all)).html
  expect(first.match(/<h3>/g)).toHaveLength(20)
  const older = /href="([^"]+)">Older deliveries/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = (await owner.get(older)).html
  expect(second.match(/<h3>/g)).toHaveLength(3)
  expect(second).not.toContain('Older deliveries')
  const failed = (await owner.get(`${all}&shown=failed`)).html
  expect(failed.match(/<h3>[^<]+/g)).toEqual(['<h3>order.paid'])
})

test('the fields are changed, the secret is rotated, and the webhook is deleted', async () => {
  const { owner, subject, at, fields, side, store } = await openReceivingShop()
  const secret = secretIn((await owner.submit(at('/new'), base, fields)).html)
  const edit = await editOf(owner, at())
  const page = `${edit}?store=${store.slug}`
  // Changing the address needs a recent sign-in; changing the events does not.
  await age(subject, 20)
  const changed = { ...fields, events: ['product.created'], description: '' }
  expect((await owner.submit(page, edit, changed)).status).toBe(303)
  expect(await eventsOf(store.id)).toEqual([{ url: side.sendUrl, events: ['product.created'], description: null }])
  const moved = await owner.submit(page, edit, { ...changed, url: `${side.sendUrl}/moved` })
  expect(moved.html).toContain('Sign in again to continue')
  const returnTo = `${edit}?store=${store.slug}`
  await owner.signIn(subject, { again: true, returnTo })
  const resumed = (await owner.get(returnTo)).html
  expect(resumed).toContain('You have signed in again')
  expect(resumed).toContain(`${side.sendUrl}/moved`)

  const rotated = await owner.submit(page, `${edit}/rotate`)
  expect(rotated.html).toContain('The old secret works for 24 more hours')
  expect(secretIn(rotated.html)).not.toBe('')
  expect(secretIn(rotated.html)).not.toBe(secret)
  expect((await owner.submit(page, `${edit}/disable`)).headers.get('Location')).toContain('done=disabled')
  expect((await owner.get(page)).html).toContain('A member switched it off')
  const deleted = await owner.submit(page, `${edit}/delete`)
  expect((await owner.get(deleted.headers.get('Location') ?? '')).html).toContain('The webhook was deleted')
  expect((await owner.get(page)).status).toBe(404)
})

test('an invalid form is shown again with its errors and with what was entered', async () => {
  const { owner, at, store } = await openReceivingShop()
  const refused = await owner.submit(at('/new'), base, { url: 'https://10.0.0.1/hook', events: ['order.paid'] })
  expect(refused.status).toBe(422)
  for (const text of ['We can only send to a public https address', 'value="https://10.0.0.1/hook"'])
    expect(refused.html).toContain(text)
  expect(refused.html).toMatch(/value="order.paid" checked/)
  const empty = await owner.submit(at('/new'), base, { url: '', events: [] })
  expect(empty.html).toContain('Choose at least one kind of event')
  expect(await eventsOf(store.id)).toEqual([])
})

test('staff and viewers cannot manage webhooks, and learn who can', async () => {
  const { owner, at, fields, hire, store } = await openReceivingShop()
  await owner.submit(at('/new'), base, fields)
  const edit = await editOf(owner, at())
  const hidden = hiddenFields((await owner.get(at('/new'))).html, base)
  for (const role of ['staff', 'viewer'] as const) {
    const colleague = await hire(role)
    for (const page of [at(), at('/new'), `${edit}?store=${store.slug}`, `${edit}/deliveries?store=${store.slug}`]) {
      const shown = await colleague.get(page)
      expect(shown.status).toBe(403)
      expect(shown.html).toContain('Only owners and admins can manage webhooks')
    }
    const form_token = hiddenFields((await colleague.get(at())).html, '/settings/sign-out')['form_token'] ?? ''
    for (const path of [base, edit, `${edit}/test`, `${edit}/delete`, `${edit}/rotate`, `${edit}/enable`])
      expect((await colleague.post(path, { ...hidden, ...fields, form_token })).status).toBeGreaterThanOrEqual(403)
  }
  expect(await eventsOf(store.id)).toHaveLength(1)
})
