import { z } from 'zod'

const Problem = z.object({ detail: z.string(), errors: z.array(z.object({ detail: z.string() })).default([]) })

export type Rest = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>

type Options = {
  readonly baseUrl: string
  readonly storeId?: string
  /** Gets a session token. Called again when one has expired. */
  readonly signIn: () => Promise<string>
}

/** Calls the REST API of the local stack. Throws what it refuses, in its own words. */
export async function restClient({ baseUrl, storeId, signIn }: Options): Promise<Rest> {
  let token = await signIn()

  async function call(method: string, path: string, body: unknown): Promise<Response> {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(storeId !== undefined && { 'X-Store-Id': storeId }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    try {
      return await fetch(new URL(path, baseUrl), { method, headers, ...sent })
    } catch (error) {
      throw new Error(`The service at ${baseUrl} does not respond. Start it with npm run dev.`, { cause: error })
    }
  }

  return async (method, path, body) => {
    let response = await call(method, path, body)
    if (response.status === 401) {
      await response.body?.cancel()
      token = await signIn()
      response = await call(method, path, body)
    }
    const text = await response.text()
    if (!response.ok) throw new Error(refusalIn(text) ?? `${method} ${path} answered ${response.status}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

function refusalIn(text: string): string | undefined {
  try {
    const { detail, errors } = Problem.parse(JSON.parse(text))
    return errors.length > 0 ? errors.map((error) => error.detail).join('\n') : detail
  } catch {
    return undefined
  }
}
