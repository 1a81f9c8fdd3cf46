import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listAudit } from '../../../src/areas/events/list-audit.ts'
import { Event } from '../../../src/areas/events/event.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { asOwner } from '../../support/sql.ts'
import { client, expectBody, openShop, type Shop, userId } from '../../support/shop.ts'

let shop: Shop
let admin: Awaited<ReturnType<Shop['hire']>>
let server: Awaited<ReturnType<typeof serverOf>>
let order: Awaited<ReturnType<Shop['addOrder']>>
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.hire('admin')
  server = await serverOf(shop)
  order = await shop.addOrder()
  await admin.post(`/api/orders/${order.id}/confirm`, {})
  await server.post(`/api/orders/${order.id}/payments`, { amount: 10 })
})

const audit = async (query = '', reader: Pick<typeof admin, 'get'> = admin) =>
  expectBody(await reader.get(`/api/audit?${query}`), 200, listAudit.output)
const typesOf = async (query: string) => (await audit(query)).data.map(({ type }) => type)

describe('the audit log', () => {
  test('shows owners and admins everything, newest first, with who did it', async () => {
    const { data, meta } = await audit('limit=100')
    expect(data.map(({ type }) => type)).toEqual([
      'order.paid',
      'order.confirmed',
      'order.created',
      'product.created',
      'customer.created',
      'api_key.minted',
      'store.created',
    ])
    expect(meta).toMatchObject({ total: 7, has_more: false, next_cursor: null })
    expect(data[0]).toMatchObject({
      actor: { kind: 'key', id: server.id, name: 'Warehouse', acts_for: { id: await userId(shop.owner) } },
      subject: { type: 'order', id: order.id },
      data: { amount: 10 },
    })
    expect((await audit('limit=100', shop.owner)).data).toEqual(data)
  })

  test('has pages and a cursor', async () => {
    const { data: all } = await audit('limit=100')
    const first = await audit('limit=3')
    const second = await audit(`limit=3&cursor=${first.meta.next_cursor}`)
    expect([...first.data, ...second.data]).toEqual(all.slice(0, 6))
    expect((await audit('limit=3&page=2')).data).toEqual(second.data)
  })

  test('can be filtered by who did it', async () => {
    expect(await typesOf('actor_kind=key')).toEqual(['order.paid'])
    expect(await typesOf(`actor_id=${await userId(admin)}`)).toEqual(['order.confirmed'])
    expect(await typesOf(`actor_id=${server.id}&actor_kind=user`)).toEqual([])
  })

  test('can be filtered by type, resource and time', async () => {
    expect(await typesOf('types=order.*,api_key.minted')).toEqual([
      'order.paid',
      'order.confirmed',
      'order.created',
      'api_key.minted',
    ])
    expect(await typesOf(`subject_id=${order.id}&types=*`)).toEqual(['order.paid', 'order.confirmed', 'order.created'])
    const [paid, confirmed] = (await audit()).data
    expect(await typesOf(`from=${confirmed?.created_at}&to=${paid?.created_at}&types=order.*`)).toEqual([
      'order.confirmed',
    ])
    const today = new Date().toISOString().slice(0, 10)
    const days = ['2020-01-01', today]
    expect(await typesOf(`from=${days[0]}&to=${days[0]}`)).toEqual([])
    expect(await typesOf(`from=${days[0]}&to=2999-01-01&types=store.created`)).toEqual(['store.created'])
  })

  test('has nothing of a store where its reader is not an owner or admin', async () => {
    const second = await openShop()
    await second.join(shop.owner.subject, 'staff')
    const stores = new Set((await audit('limit=100', shop.owner)).data.map(({ store_id }) => store_id))
    expect([...stores]).toEqual([shop.store.id])
  })
})

describe('the export of the audit log', () => {
  const open = async (query: string) => {
    const answer = await client(admin.token).get(`/api/audit/export?${query}`)
    expect(answer.status).toBe(200)
    return { text: String(answer.body), headers: answer.headers }
  }

  test('has the same events, as JSONL', async () => {
    const { text } = await open('format=jsonl&types=order.*')
    const events = z.array(Event).parse(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    expect(events).toEqual((await audit('types=order.*')).data)
  })

  test('has a line for each event, as CSV', async () => {
    const { text, headers } = await open(`subject_id=${order.id}`)
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    const [head, ...lines] = text.replace('\ufeff', '').trim().split('\r\n')
    expect(head).toBe(
      'created_at,type,actor_kind,actor_id,actor_name,acts_for_id,acts_for_name,subject_type,subject_id,data,id,store_id',
    )
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain(`order.paid,key,${server.id},Warehouse,`)
    expect(lines[0]).toContain(`order,${order.id},"{""amount"":10}"`)
  })

  test('has more events than fit into one page', async () => {
    const large = await openShop()
    await asOwner`insert into events (store_id, type, subject_id, actor_kind, created_at)
      select ${large.store.id}, 'page.deleted', ${large.store.id}, 'system', now() - n * interval '1 second'
        from generate_series(1, 2500) as n`
    const { body } = await large.owner.get('/api/audit/export?format=jsonl&types=page.*')
    expect(String(body).trim().split('\n')).toHaveLength(2500)
  })
})
