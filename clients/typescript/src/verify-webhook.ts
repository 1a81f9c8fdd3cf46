import type { WebhookEvent } from './generated/types.gen.ts'
import { parseJson } from './parse-json.ts'

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>

/** `Headers`, or a record such as the headers of a request in Node. */
export type WebhookHeaders = Pick<Headers, 'get'> | HeaderRecord

export type VerifyWebhookOptions = {
  /** How old a message may be, and how far ahead its clock. Default: 300. */
  readonly toleranceSeconds?: number
  /** Default: the current time. */
  readonly now?: Date
}

/** A message that should be ignored: the service did not send it like this. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  /** `timestamp_out_of_range` may mean that your clock is wrong, `invalid_signature` that your secret is another one. */
  readonly code: 'missing_header' | 'timestamp_out_of_range' | 'invalid_signature' | 'invalid_body'

  constructor(code: WebhookVerificationError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** The service signs with two secrets at most. More would only keep the receiver busy. */
const maxSignatures = 10

/**
 * The event that a webhook has posted, if it is signed with one of the secrets (Standard Webhooks 1.0). Otherwise it throws a
 * `WebhookVerificationError`, or a `TypeError` if a secret is not `whsec_` and base64. The body must be as it was sent, because
 * the signature covers every byte.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const keys = await Promise.all([secrets].flat().map(keyOf))
  const id = valueIn(headers, 'webhook-id')
  const timestamp = valueIn(headers, 'webhook-timestamp')
  const signatures = valueIn(headers, 'webhook-signature')
  const age = now.getTime() / 1000 - Number(timestamp)
  // Not >, which is false for what is not a number.
  if (!(Math.abs(age) <= toleranceSeconds))
    throw new WebhookVerificationError(
      'timestamp_out_of_range',
      `webhook-timestamp must be within ${toleranceSeconds} seconds of the current time`,
    )
  const content = new Blob([`${id}.${timestamp}.`, typeof body === 'string' ? body : new Uint8Array(body)])
  if (!(await isSigned(await content.arrayBuffer(), signatures, keys)))
    throw new WebhookVerificationError('invalid_signature', 'The signature is invalid')
  const event = parseJson(typeof body === 'string' ? body : new TextDecoder().decode(body))
  if (!isEvent(event)) throw new WebhookVerificationError('invalid_body', 'The body is not an event')
  return event
}

async function isSigned(content: ArrayBuffer, signatures: string, keys: readonly Key[]): Promise<boolean> {
  for (const signature of signatures.split(' ').slice(0, maxSignatures)) {
    const mac = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined
    if (!mac) continue
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, mac, content)) return true
  }
  return false
}

// The types of Node have no global CryptoKey.
type Key = Awaited<ReturnType<typeof keyOf>>

async function keyOf(secret: string) {
  const bytes = secret.startsWith('whsec_') ? bytesOf(secret.slice(6)) : undefined
  if (!bytes?.length) throw new TypeError('The secret of a webhook must be whsec_ and base64')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Undefined if it is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function valueIn(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : memberIn(headers, name)
  if (!value) throw new WebhookVerificationError('missing_header', `The header ${name} is missing`)
  return value
}

/** Names in a record may be in any case. */
function memberIn(record: HeaderRecord, name: string): string {
  const [, value = ''] = Object.entries(record).find(([each]) => each.toLowerCase() === name) ?? []
  return [value].flat().join(' ')
}

// Not by class: those of other fetch libraries are Headers as well.
const isHeaders = (headers: WebhookHeaders): headers is Pick<Headers, 'get'> => typeof headers['get'] === 'function'

const isEvent = (value: unknown): value is WebhookEvent =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'data' in value &&
  typeof value.data === 'object' &&
  value.data !== null
