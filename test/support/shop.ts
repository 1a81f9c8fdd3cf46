import { expect } from 'vitest'
import { z } from 'zod'
import { Customer } from '../../src/areas/customers/customer.ts'
import { Joined } from '../../src/areas/invitations/invitation.ts'
import { Member } from '../../src/areas/members/member.ts'
import { createOrder } from '../../src/areas/orders/create-order.ts'
import { Product } from '../../src/areas/products/product.ts'
import { getMe } from '../../src/areas/stores/get-me.ts'
import { Store } from '../../src/areas/stores/store.ts'
import type { Role } from '../../src/platform/db/schema/stores.ts'
import { sessionToken, testIssuer } from './callers/identity.ts'
import { type Answer, type Service, service } from './service.ts'
import { asOwner } from './sql.ts'

type Body = unknown

/** An API client with a person's session. */
export type Client = {
  readonly token: string
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  readonly post: (path: string, body: Body, headers?: Record<string, string>) => Promise<Answer>
  readonly patch: (path: string, body: Body, headers?: Record<string, string>) => Promise<Answer>
  readonly put: (path: string, body: Body, headers?: Record<string, string>) => Promise<Answer>
  readonly delete: (path: string, headers?: Record<string, string>) => Promise<Answer>
}

export function client(token: string, through: Service = service()): Client {
  const send =
    (method: string, body?: Body) =>
    (path: string, headers: Record<string, string> = {}) =>
      through.fetch(path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
      })
  return {
    token,
    get: send('GET'),
    delete: send('DELETE'),
    post: (path, body, headers) => send('POST', body)(path, headers),
    patch: (path, body, headers) => send('PATCH', body)(path, headers),
    put: (path, body, headers) => send('PUT', body)(path, headers),
  }
}

/** The header that chooses this store among those of the caller. */
export const inStore = ({ id }: { id: string }) => ({ 'X-Store-Id': id })

/** A new person without a store. */
export async function somebody(
  through?: Service,
  subject = `user_${crypto.randomUUID()}`,
): Promise<Client & { subject: string; email: string }> {
  const email = addressOf(subject)
  return { subject, email, ...client(await sessionToken({ subject, email }), through) }
}

const addressOf = (subject: string) => `${subject.toLowerCase()}@test.example`

/** The person's user id. */
export async function userId({ get }: Pick<Client, 'get'>): Promise<string> {
  return expectBody(await get('/api/me'), 200, getMe.output).id
}

/** Expects a status and a body that matches the schema, and returns the body. On failure, shows the whole response. */
export function expectBody<Schema extends z.ZodType>(answer: Answer, status: number, schema: Schema): z.output<Schema> {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status })
  return schema.parse(answer.body)
}

const Problem = z.looseObject({
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  request_id: z.string(),
  // Zod's own word for any other problem, which tells a program nothing.
  errors: z.array(z.looseObject({ pointer: z.string(), code: z.string().regex(/^(?!custom$)/), detail: z.string() })),
})

/** Expects an RFC 9457 problem with this status and code. */
export function expectProblem(answer: Answer, status: number, code: string) {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status, body: { code } })
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  return Problem.parse(answer.body)
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** Creates a store through the public API, with its owner. */
export async function openShop({
  currency = 'USD',
  country,
  through,
  sql = asOwner,
}: { currency?: string; country?: string; through?: Service; sql?: typeof asOwner } = {}) {
  const owner = await somebody(through)
  // The end of a derived slug has 32 random bits: among thousands of shops of one name, two would once be the same.
  const slug = `test-shop-${crypto.randomUUID().slice(-12)}`
  const store = expectBody(await owner.post('/api/stores', { name: 'Test shop', slug, currency, country }), 201, Store)

  const here = inStore(store)

  /** A colleague with this role, added directly to the database, which is faster than `invite`. */
  async function hire(role: Role, name?: string) {
    const colleague = await somebody(through, name && `${name}-${crypto.randomUUID()}`)
    await join(colleague.subject, role)
    return colleague
  }

  async function join(subject: string, role: Role) {
    await sql`insert into store_members (store_id, user_id, issuer, subject, email, role)
      values (${store.id}, app.user_id(${testIssuer}, ${subject}), ${testIssuer}, ${subject}, ${addressOf(subject)}, ${role})`
  }

  /** A colleague with this role who accepted an invitation. */
  async function invite(role: Role, by: Client = owner) {
    const colleague = await somebody(through)
    const invited = expectBody(await by.post('/api/members', { email: colleague.email, role }, here), 201, Member)
    expectBody(await colleague.post(`/api/invitations/${invited.id}/accept`, {}), 200, Joined)
    const id = await userId(colleague)
    return { ...colleague, id }
  }

  const demote = (subject: string, role: Role) =>
    sql`update store_members set role = ${role} where store_id = ${store.id} and subject = ${subject}`

  const addCustomer = async (customer: Record<string, unknown> = {}) =>
    expectBody(await owner.post('/api/customers', { name: 'Amal', ...customer }, here), 201, Customer)

  /** Default: an active product with one variant and 100 units in stock. */
  const addProduct = async (product: Record<string, unknown> = {}) =>
    expectBody(
      await owner.post('/api/products', { title: 'Scarf', price: 10, variants: [{ on_hand: 100 }], ...product }, here),
      201,
      Product,
    )

  /** Default: an order of one scarf for Amal. */
  async function addOrder(order: Record<string, unknown> = {}) {
    const customer_id = order['customer_id'] ?? (await addCustomer()).id
    const items = order['items'] ?? [{ product_id: (await addProduct()).id, quantity: 1, unit_price: 10 }]
    const answer = await owner.post('/api/orders', { total_amount: 10, ...order, customer_id, items }, here)
    return expectBody(answer, 201, CreatedOrder)
  }

  return {
    store,
    owner,
    through: through ?? service(),
    sql,
    hire,
    join,
    invite,
    demote,
    addCustomer,
    addProduct,
    addOrder,
  }
}

export const CreatedOrder = createOrder.output

/** The pointers of the problems, in order. */
export const pointersOf = (problem: { errors: readonly { pointer: string }[] }): string[] =>
  problem.errors.map(({ pointer }) => pointer)
