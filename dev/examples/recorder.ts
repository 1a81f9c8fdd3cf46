import { createHmac } from 'node:crypto'
import { midnightIn } from '../stack/settings.ts'

type Json = Record<string, unknown>

export type Call = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>
  readonly body?: unknown
  /** The type of a body that is text. Default: JSON. */
  readonly type?: string
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

type Operations = ReadonlyMap<string, { readonly method: string; readonly path: string }>

/** Calls operations and keeps each request with its response. */
export function recorder(baseUrl: string, operations: Operations, ownToken: string) {
  const recorded = new Map<string, Json>()
  return {
    recorded,
    call: async (id: string, { path = {}, query, body, type, token = ownToken, headers }: Call = {}): Promise<Json> => {
      const operation = operations.get(id)
      if (!operation) throw new Error(`openapi.json has no operation ${id}`)
      const url = new URL(
        operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? ''),
        baseUrl,
      )
      for (const [name, values] of Object.entries(query ?? {}))
        for (const value of [values].flat()) url.searchParams.append(name, String(value))
      const sent = typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body)
      const response = await fetch(url, {
        method: operation.method.toUpperCase(),
        headers: {
          ...(token !== null && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': type ?? 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: sent }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${id}: ${response.status} ${text}`)
      const isJson = (response.headers.get('Content-Type') ?? '').includes('json') && !text.includes('}\n{')
      const answer: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : firstLines(text)
      recorded.set(id, {
        ...(Object.keys(path).length > 0 && { path }),
        ...(query && { query }),
        ...(body !== undefined &&
          !(body instanceof Blob) && {
            request: typeof body === 'string' && type === undefined ? JSON.parse(body) : body,
          }),
        ...(answer !== undefined && { response: answer }),
      })
      return Object(answer)
    },
  }
}

export type Recorder = ReturnType<typeof recorder>
export type Perform = Recorder['call']

const firstLines = (text: string) => text.replace('\ufeff', '').split('\n').slice(0, 3).join('\n')

/** The id of a resource in a response. */
export const idOf = (json: Record<string, unknown>): string => String(json['id'])

/** The first resource of a list in a response. */
export const firstOf = (json: Record<string, unknown>): Record<string, unknown> => Object(Object(json['data'])[0])

/** The signature headers of Standard Webhooks. */
export function signed(secret: string, body: string): Record<string, string> {
  const [id, at] = ['msg_example', String(Math.floor(Date.now() / 1000))]
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` }
}

const zone = 'America/New_York'
const dayMs = 86_400_000

/** A date in the time zone of the store. */
export const dayAgo = (days: number): string =>
  new Date(Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())) - days * dayMs)
    .toISOString()
    .slice(0, 10)

/** The day that every recording seems to be made on. */
const shownDay = '2026-11-22'

const moved = (date: string) =>
  new Date(Date.parse(date) + Date.parse(shownDay) - Date.parse(dayAgo(0))).toISOString().slice(0, 10)

/**
 * Moves days, and the times of the seeded data (SEED_UNTIL=midnight), by the same number of days. What happened while recording
 * happens at noon, and what is a number of days ahead of it stays so.
 */
function atShownDay(text: string): string {
  const [began, now] = [midnightIn(zone).getTime(), Date.now()]
  return text.replaceAll(
    /(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?/g,
    (all, date: string, time?: string) => {
      if (time === undefined) return moved(date)
      const at = Date.parse(all)
      const isBound = at % (15 * 60_000) === 0
      if (at < began || isBound) return moved(date) + time
      return `${moved(dayAgo(-Math.round((at - now) / dayMs)))}T12:00:00.000Z`
    },
  )
}

/** Replaces ids, secrets, addresses and times with stable ones. */
export function stable(recorded: string, baseUrl: string, issuer: string): string {
  const text = atShownDay(recorded)
  const ids = new Map<string, string>()
  const stableId = (id: string) => {
    const known = ids.get(id) ?? `0199b000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, known)
    return known
  }
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, stableId)
    .replaceAll(/(?<=-|_)[0-9a-f]{32}(?=")|(?<=\/media\/[0-9a-f]{12}\/)[0-9a-f]{32}/g, (id) =>
      stableId(id).replaceAll('-', ''),
    )
    .replaceAll(/(?<="slug": "[a-z-]+-)[0-9a-f]{8}(?=")/g, '0199b000')
    .replaceAll(/(?<="duration_ms": )\d+/g, '4')
    .replaceAll(/(?<="client_id_issued_at": )\d+/g, String(Date.parse(`${shownDay}T12:00:00Z`) / 1000))
    .replaceAll(issuer, 'https://login.example.com')
    .replaceAll(baseUrl, 'https://commerce.example.com')
    .replaceAll(/mcs_(mcp|key|at|rt|ac)_[A-Za-z0-9]{36}/g, 'mcs_$1_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE')
    .replaceAll(/mcs_(mcp|key|at|rt|ac)_[A-Za-z0-9]{1,10}(?=")/g, 'mcs_$1_EXAM')
    .replaceAll(/whsec_[A-Za-z0-9+/=]+/g, 'whsec_EXAMPLE')
    .replaceAll(/"next_cursor": "[^"]+"/g, '"next_cursor": "MTc2MzgwMDAwMDAwMC4wMTk5YjAwMA"')
}
