import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Channel } from '../../../src/areas/inbox/channels/channel.ts'
import { inboxOf, metaSecrets } from '../../support/inbox.ts'
import { service } from '../../support/service.ts'
import { client, expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

const path = '/api/inbox/channels'

describe('a channel', () => {
  const kinds = {
    web_form: [{}, { account_id: null, hook_url: null, credentials: [] }],
    webhook: [
      { send_url: 'https://till.shop.kw/replies' },
      { send_url: 'https://till.shop.kw/replies', credentials: ['secret'] },
    ],
    email: [
      { account_id: 'Help@Shop.kw', from_name: 'The shop' },
      { account_id: 'help@shop.kw', from_name: 'The shop', send_url: null, credentials: ['secret'] },
    ],
    whatsapp: [{ account_id: '106540352242922' }, { account_id: '106540352242922' }],
    messenger: [{ account_id: '1234567890' }, {}],
    instagram: [{ account_id: '17841400000000000' }, {}],
  } as const

  test.for(Object.entries(kinds))(
    'of kind %s can be created, read, listed and removed',
    async ([kind, [fields, shown]]) => {
      const { owner, hire } = await openShop()
      const meta = ['whatsapp', 'messenger', 'instagram'].includes(kind)
      const secrets = meta ? metaSecrets() : {}
      const made = await owner.post(path, { kind, name: ' Front desk ', ...fields, ...secrets })
      const { secret, ...channel } = Object(made.body)
      expect(made, JSON.stringify(made.body)).toMatchObject({
        status: 201,
        body: { kind, name: 'Front desk', version: 1, ...shown, ...(meta && { credentials: Object.keys(secrets) }) },
      })
      expect(made.headers.get('Location')).toBe(`${path}/${channel.id}`)
      expect(typeof secret).toBe(kind === 'webhook' || kind === 'email' ? 'string' : 'undefined')
      if (kind !== 'web_form') expect(channel.hook_url).toBe(`https://commerce.test/api/inbox/hooks/${channel.id}`)

      const viewer = await hire('viewer')
      expect((await viewer.get(`${path}/${channel.id}`)).body).toEqual(channel)
      expect((await viewer.get(path)).body).toMatchObject({ data: [channel], meta: { total: 1 } })

      expect((await owner.delete(`${path}/${channel.id}`)).status).toBe(204)
      expectProblem(await owner.get(`${path}/${channel.id}`), 404, 'not_found')
      expectProblem(await owner.patch(`${path}/${channel.id}`, { name: 'x' }), 404, 'not_found')
      expect((await owner.get(path)).body).toMatchObject({ data: [], meta: { total: 0 } })
      expect((await owner.delete(`${path}/${channel.id}`)).status).toBe(204)
      expect(await asOwner`select credentials, version from channels where id = ${channel.id}`).toEqual([
        { credentials: {}, version: 2 },
      ])
    },
  )

  test('cannot be added twice, but again after it was removed', async () => {
    const { owner } = await openShop()
    const email = { kind: 'email', name: 'Help', account_id: 'help@shop.kw' }
    const { id } = expectBody(await owner.post(path, email), 201, Channel)
    const refused = expectProblem(await owner.post(path, { ...email, account_id: 'HELP@shop.kw' }), 409, 'duplicate')
    expect(pointersOf(refused)).toEqual(['/account_id'])
    expect((await owner.post(path, { kind: 'web_form', name: 'Form' })).status).toBe(201)
    expectProblem(await owner.post(path, { kind: 'web_form', name: 'Form' }), 409, 'duplicate')
    await owner.delete(`${path}/${id}`)
    expect((await owner.post(path, email)).status).toBe(201)
  })

  test('with invalid fields is rejected, with every problem', async () => {
    const { owner } = await openShop()
    const wrong = async (body: unknown) =>
      pointersOf(expectProblem(await owner.post(path, body), 422, 'invalid_input')).toSorted()
    expect(await wrong({ kind: 'fax', name: 'Fax' })).toEqual(['/kind'])
    expect(await wrong({ kind: 'whatsapp', name: '', account_id: '+96522280000' })).toEqual([
      '/access_token',
      '/account_id',
      '/app_secret',
      '/name',
      '/verify_token',
    ])
    expect(await wrong({ kind: 'email', name: 'Help', account_id: 'help', app_secret: 'x', secret: 'whsec_' })).toEqual(
      ['/account_id', '/app_secret', '/secret'],
    )
    expect(
      await wrong({ kind: 'messenger', name: 'Page', account_id: '1', ...metaSecrets(), app_secret: 'new\nline12' }),
    ).toEqual(['/app_secret'])
  })

  test.for([
    'http://till.shop.kw/x',
    'https://127.0.0.1/x',
    'https://0x7f000001/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/x',
    'https://localhost/x',
    'https://till.internal/x',
    'https://till/x',
    'https://us:pw@till.shop.kw/x',
    'https://till.shop.kw:8443/x',
    'https://commerce.test/api/stores',
    'ftp://till.shop.kw/x',
    'till.shop.kw',
    '',
  ])('does not send to %s', async (send_url) => {
    const { owner } = await openShop()
    const refused = expectProblem(
      await owner.post(path, { kind: 'webhook', name: 'Till', send_url }),
      422,
      'invalid_input',
    )
    expect(pointersOf(refused)).toEqual(['/send_url'])
    const { id } = expectBody(await owner.post(path, { kind: 'webhook', name: 'Till' }), 201, Channel)
    expectProblem(await owner.patch(`${path}/${id}`, { send_url }), 422, 'invalid_input')
  })

  test('requires a choice of store if the caller has several', async () => {
    const [first, second] = [await openShop(), await openShop()]
    await second.join(first.owner.subject, 'owner')
    const webhook = { kind: 'webhook', name: 'Till' }
    expectProblem(await first.owner.post(path, webhook), 422, 'store_required')
    const made = await first.owner.post(path, webhook, { 'X-Store-Id': second.store.id })
    expect(made).toMatchObject({ status: 201, body: { store_id: second.store.id } })
  })
})

describe('changing a channel', () => {
  test('changes only the fields sent, and does not overwrite a newer version', async () => {
    const { owner } = await openShop()
    const { id } = expectBody(
      await owner.post(path, { kind: 'email', name: 'Help', account_id: 'help@shop.kw', from_name: 'Help' }),
      201,
      Channel,
    )
    const patch = (body: unknown, headers = {}) => owner.patch(`${path}/${id}`, body, headers)
    const named = await patch({ name: 'Desk', send_url: 'https://mail.shop.kw/send' }, { 'If-Match': '"v1"' })
    expect(named).toMatchObject({
      status: 200,
      body: { name: 'Desk', send_url: 'https://mail.shop.kw/send', from_name: 'Help', version: 2 },
    })
    expect(named.headers.get('ETag')).toBe('"v2"')
    expectProblem(await patch({ name: 'Front' }, { 'If-Match': '"v1"' }), 409, 'version_conflict')
    expect(await patch({ send_url: null })).toMatchObject({
      status: 200,
      body: { send_url: null, from_name: 'Help', name: 'Desk' },
    })
  })

  test('rejects fields that its kind does not have', async () => {
    const inbox = inboxOf(await openShop())
    const owner = (await openShop()).owner
    const { id } = expectBody(await owner.post(path, { kind: 'webhook', name: 'Till' }), 201, Channel)
    const refused = expectProblem(
      await owner.patch(`${path}/${id}`, {
        app_secret: 'the-secret-of-the-app',
        from_name: 'x',
        send_url: 'https://a.kw/x',
      }),
      422,
      'invalid_input',
    )
    expect(pointersOf(refused).toSorted()).toEqual(['/app_secret', '/from_name'])
    expect(
      pointersOf(expectProblem(await owner.patch(`${path}/${id}`, { account_id: '1' }), 422, 'invalid_input')),
    ).toEqual(['/account_id'])
    const phone = await inbox.addMeta('whatsapp')
    expect(phone.credentials).toEqual(['access_token', 'app_secret', 'verify_token'])
  })

  test('rotates only secrets that the service created', async () => {
    const shop = await openShop()
    const { id } = await inboxOf(shop).addMeta('whatsapp')
    expectProblem(await shop.owner.post(`${path}/${id}/rotate-secret`, {}), 422, 'invalid_input')
  })
})

describe('the secrets of a channel', () => {
  test('are shown once if the service created them, and otherwise never', async () => {
    const shop = await openShop()
    const inbox = inboxOf(shop)
    const phone = await inbox.addMeta('whatsapp')
    const till = await inbox.addWebhook()
    const rotated = await shop.owner.post(`${path}/${till.id}/rotate-secret`, {})
    const next = z.looseObject({ secret: z.string() }).parse(rotated.body).secret
    const answers = [
      await shop.owner.get(path),
      await shop.owner.get(`${path}/${phone.id}`),
      await shop.owner.patch(`${path}/${phone.id}`, { app_secret: 'another-secret-of-the-app' }),
      await shop.owner.patch(`${path}/${till.id}`, { name: 'Till' }),
    ]
    const secrets = [
      phone.access_token,
      phone.app_secret,
      phone.verify_token,
      till.secret,
      next,
      'another-secret-of-the-app',
    ]
    for (const secret of secrets) expect(JSON.stringify(answers)).not.toContain(secret)
    for (const secret of secrets) expect(JSON.stringify(answers)).not.toContain(secret.replace('whsec_', ''))
  })

  test('are never stored unencrypted, not even for retries', async () => {
    const shop = await openShop()
    const inbox = inboxOf(shop)
    const phone = await inbox.addMeta('whatsapp')
    const till = await inbox.addWebhook()
    const [dump] = await asOwner`select
      (select string_agg(c::text, ' ') from channels c where store_id = ${shop.store.id})
      || (select string_agg(k::text, ' ') from idempotency_keys k where store_id = ${shop.store.id})
      || (select string_agg(e::text, ' ') from events e where store_id = ${shop.store.id}) as text`
    const text = String(dump?.['text'])
    expect(text).toContain(till.id)
    for (const secret of [phone.access_token, phone.app_secret, phone.verify_token, till.secret.slice(6)]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(btoa(secret).slice(2, 20))
    }
    expect(
      await asOwner`select result -> 'credentials' as kept from idempotency_keys where operation = 'create_channel' and store_id = ${shop.store.id}
      order by created_at limit 1`,
    ).toEqual([{ kept: { access_token: '', app_secret: '', verify_token: '' } }])
  })

  test('are not shown again on a retry, which is rejected as a duplicate', async () => {
    const { owner } = await openShop()
    const key = { 'Idempotency-Key': 'once' }
    const webhook = { kind: 'webhook', name: 'Till' }
    const first = expectBody(await owner.post(path, webhook, key), 201, Channel)
    const again = expectProblem(await owner.post(path, webhook, key), 409, 'duplicate')
    expect(again['channel_id']).toBe(first.id)
    expect((await owner.get(path)).body).toMatchObject({ meta: { total: 1 } })
    // A channel without such a secret gets the first answer again.
    const form = { kind: 'web_form', name: 'Form' }
    const made = await owner.post(path, form, { 'Idempotency-Key': 'form' })
    expect(await owner.post(path, form, { 'Idempotency-Key': 'form' })).toMatchObject({ status: 201, body: made.body })
  })

  test('are rejected if the service has no encryption keys; everything else works', async () => {
    const { owner } = await openShop()
    const keyless = client(owner.token, service(undefined, { CHANNEL_KEYS: undefined }))
    const refused = await keyless.post(path, { kind: 'webhook', name: 'Till' })
    expect(expectProblem(refused, 501, 'not_configured').detail).toContain('CHANNEL_KEYS')
    expect((await keyless.get(path)).body).toMatchObject({ data: [] })
    expect((await keyless.post(path, { kind: 'web_form', name: 'Form' })).status).toBe(201)
  })
})
