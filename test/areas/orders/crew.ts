import { z } from 'zod'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { type Answer, type Service, service } from '../../support/service.ts'
import { client, openShop, type Shop } from '../../support/shop.ts'
import type { Role } from './model/order.ts'

/** The callers. The assistant has a token with the rights of staff. */
export const crewNames = ['owner', 'admin', 'staff', 'colleague', 'viewer', 'assistant'] as const
export type CrewName = (typeof crewNames)[number]

export const roleOf: Readonly<Record<CrewName, Role>> = {
  owner: 'owner',
  admin: 'admin',
  staff: 'staff',
  colleague: 'staff',
  viewer: 'viewer',
  assistant: 'assistant',
}

/** An answer, over REST or MCP. */
export type Reply = {
  readonly status: number
  readonly code: string | null
  readonly replayed: boolean
  readonly body: Record<string, unknown>
}

export type Send = (
  action: string,
  orderId: string,
  body?: Record<string, unknown>,
  headers?: Record<string, string>,
) => Promise<Reply>

const Body = z.record(z.string(), z.unknown())

export const replyOf = ({ status, headers, body }: Answer): Reply => {
  const reply = Body.parse(body)
  const code = z.string().nullable().catch(null).parse(reply['code'])
  return {
    status,
    code: status < 400 ? null : code,
    replayed: headers.get('Idempotent-Replayed') === 'true',
    body: reply,
  }
}

/** A shop with a member of each role and an assistant. They send their requests to `through`. */
export async function openCrew({ through = service(), ...options }: { currency?: string; through?: Service } = {}) {
  const shop = await openShop(options)
  const [admin, staff, colleague, viewer, assistant] = await Promise.all([
    shop.hire('admin'),
    shop.hire('staff'),
    shop.hire('staff'),
    shop.hire('viewer'),
    tokenFor(shop),
  ])
  const people = { owner: shop.owner, admin, staff, colleague, viewer }
  const clients = Object.fromEntries(Object.entries(people).map(([name, { token }]) => [name, client(token, through)]))
  const clientOf = (name: CrewName) => clients[name] ?? client('', through)

  /** Sends an action, a PATCH (`edits`) or a GET (`read`, `events`) of an order. */
  const as =
    (name: CrewName): Send =>
    (action, orderId, body = {}, headers = {}) =>
      name === 'assistant'
        ? callTool(assistant.token, through, action, orderId, body, headers)
        : overRest(clientOf(name), action, orderId, body, headers).then(replyOf)

  return { ...shop, people, assistant, as, clientOf }
}

export type Crew = Awaited<ReturnType<typeof openCrew>>

const edits: readonly string[] = ['words', 'lines', 'code', 'payment']

function overRest(
  to: Shop['owner'] | ReturnType<typeof client>,
  action: string,
  orderId: string,
  body: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<Answer> {
  const path = `/api/orders/${orderId}`
  if (action === 'read') return to.get(path, headers)
  if (action === 'events') return to.get(`${path}/events?limit=100`, headers)
  if (edits.includes(action)) return to.patch(path, body, headers)
  return to.post(`${path}/${action}`, body, headers)
}

/** The tool for each action, with its arguments. */
export const toolOf: Readonly<Record<string, { readonly name: string; readonly arguments: object }>> = {
  read: { name: 'get_order', arguments: {} },
  words: { name: 'update_order', arguments: {} },
  cancel: { name: 'cancel_order', arguments: {} },
  confirm: { name: 'advance_order', arguments: { action: 'confirm' } },
  hold: { name: 'advance_order', arguments: { action: 'hold' } },
  prepare: { name: 'advance_order', arguments: { action: 'prepare' } },
  ship: { name: 'advance_order', arguments: { action: 'ship' } },
  deliver: { name: 'advance_order', arguments: { action: 'deliver' } },
  payments: { name: 'record_payment', arguments: {} },
  return: { name: 'return_items', arguments: {} },
  refuse: { name: 'return_items', arguments: { refused: true } },
}

const withKey: readonly string[] = ['advance_order', 'record_payment', 'return_items']

const conflicts: readonly string[] = [
  'invalid_transition',
  'refund_required',
  'already_shipped',
  'version_conflict',
  'insufficient_stock',
  'ambiguous',
]
const statuses: Readonly<Record<string, number>> = { forbidden: 403, not_found: 404, database_unavailable: 503 }

/** The HTTP status that REST has for a tool's error. */
const statusOf = (code: string) => (conflicts.includes(code) ? 409 : (statuses[code] ?? 422))

async function callTool(
  token: string,
  through: Service,
  action: string,
  orderId: string,
  body: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<Reply> {
  const tool = toolOf[action]
  if (!tool) throw new Error(`there is no tool to ${action} an order`)
  const version = /\d+/.exec(headers['If-Match'] ?? '')?.[0]
  const key = withKey.includes(tool.name) ? headers['Idempotency-Key'] : undefined
  const answer = await post(
    callOf(tool.name, {
      order_id: orderId,
      ...tool.arguments,
      ...body,
      ...(version !== undefined && { expected_version: Number(version) }),
      ...(key !== undefined && { idempotency_key: key }),
    }),
    { token, through },
  )
  const replayed = answer.headers.get('Idempotent-Replayed') === 'true'
  const failed = z.object({ result: z.object({ isError: z.literal(true) }) }).safeParse(answer.body).success
  if (!failed) return { status: 200, code: null, replayed, body: withActions(answerOf(answer)) }
  const refusal = refusalOf(answer)
  return { status: statusOf(refusal.code), code: refusal.code, replayed, body: withActions(refusal) }
}

const Calls = z.array(
  z.object({
    tool: z.string(),
    arguments: z.looseObject({ action: z.string().optional(), refused: z.literal(true).optional() }),
  }),
)

const actionOf = (tool: string) => Object.entries(toolOf).find(([, { name }]) => name === tool)?.[0] ?? tool

/** With the names of the actions in place of the calls that tools answer. */
function withActions({ allowed_actions: calls, ...body }: Record<string, unknown>): Record<string, unknown> {
  if (calls === undefined) return body
  const names = Calls.parse(calls).map(
    ({ tool, arguments: { action, refused } }) => action ?? (refused ? 'refuse' : actionOf(tool)),
  )
  return { ...body, allowed_actions: names }
}
