import type { Client, OperationRequest, Send } from './operation.ts'
import { errorOf, ProblemError } from './problem-error.ts'
import { type RetryOptions, withRetries } from './retry.ts'
import { urlOf } from './url.ts'

type TokenOf = (request: { readonly isExpired: boolean }) => string | undefined | Promise<string | undefined>

export type ClientOptions = {
  /** Where the service runs, such as `https://commerce.example.com`. */
  readonly baseUrl: string
  /**
   * The access token of the session, or an API key if this runs on a server. A function is called for every request. It is called once more, with `isExpired`, if the
   * token has expired, and the request is repeated with the token it returns.
   */
  readonly token?: string | TokenOf | undefined
  /** Selects one of your stores (X-Store-Id). */
  readonly storeId?: string | undefined
  readonly retry?: RetryOptions
  /** Default: the global fetch. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** Pass it to every operation, as `listOrders({ client })`. */
export function createClient(options: ClientOptions): Client {
  const method =
    (name: string): Send =>
    (request) =>
      send(options, name, request)
  return {
    get: method('GET'),
    post: method('POST'),
    patch: method('PATCH'),
    put: method('PUT'),
    delete: method('DELETE'),
  }
}

async function send<Data>(options: ClientOptions, method: string, request: OperationRequest): Promise<Data> {
  const { token, retry, fetch = globalThis.fetch } = options
  const { signal } = request
  const url = urlOf(options.baseUrl, request)
  const init = { method, headers: headersOf(options, method, request), ...bodyOf(request), ...(signal && { signal }) }
  const isAuthenticated = request.security !== undefined
  const attempt = async (isExpired: boolean) => {
    const value = isAuthenticated && typeof token === 'function' ? await fromFunction(token, isExpired) : token
    if (isAuthenticated && value !== undefined) init.headers.set('Authorization', `Bearer ${String(value)}`)
    return withRetries(() => fetch(url, init), signal, retry)
  }
  const response = await attempt(false)
  if (isSuccess(response, request)) return dataOf(response, request)
  const error = await errorOf(response)
  const isExpired = error instanceof ProblemError && error.code === 'token_expired'
  if (!isExpired || typeof token !== 'function') throw error
  const second = await attempt(true)
  if (isSuccess(second, request)) return dataOf(second, request)
  throw await errorOf(second)
}

const ofToken = new WeakSet()

/** Whether the function for the token threw it. */
export const isOfToken = (error: unknown): boolean => error instanceof Error && ofToken.has(error)

async function fromFunction(token: TokenOf, isExpired: boolean): Promise<string | undefined> {
  try {
    return await token({ isExpired })
  } catch (error) {
    if (error instanceof Error) ofToken.add(error)
    throw error
  }
}

function headersOf({ storeId }: ClientOptions, method: string, { headers = {}, body, security }: OperationRequest) {
  const all = new Headers()
  if (storeId !== undefined && security !== undefined) all.set('X-Store-Id', storeId)
  // One key per call, so that its retries do not repeat the action.
  if (method !== 'GET') all.set('Idempotency-Key', randomKey())
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, value)
  if (body === undefined) all.delete('Content-Type')
  // A file knows what it is.
  else if (body instanceof Blob) all.set('Content-Type', body.type || 'application/octet-stream')
  else if (!all.has('Content-Type')) all.set('Content-Type', 'application/json')
  return all
}

// Not crypto.randomUUID(), which browsers offer on HTTPS only.
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function bodyOf({ body, bodySerializer }: OperationRequest): { readonly body?: string | Blob } {
  if (body === undefined) return {}
  if (body instanceof Blob || (bodySerializer === null && typeof body === 'string')) return { body }
  return { body: JSON.stringify(body) }
}

const isSuccess = ({ ok, status }: Response, { receive }: OperationRequest) =>
  ok || (status === 304 && receive !== undefined)

async function dataOf<Data>(response: Response, { receive }: OperationRequest): Promise<Data> {
  const received = receive?.(response)
  const isJson = response.headers.get('Content-Type')?.includes('json')
  const data: unknown = await (received ?? (isJson ? response.json() : response.text()))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract gives the data its type
  return data as Data
}
