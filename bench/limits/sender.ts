import { z } from 'zod'
import type { IdentityProvider } from '../rig/identity-provider.ts'
import type { Call } from './full.ts'
import type { Answered } from './limits-table.ts'

export type Sender = Awaited<ReturnType<typeof sender>>

/** Sends calls as one person. */
export async function sender(port: number, identityProvider: IdentityProvider, subject: string, store?: string) {
  const token = await identityProvider.token(subject)
  const call = async ({ route, path, body, headers, anonymous = false }: Call): Promise<Answered> => {
    const started = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: route.slice(0, route.indexOf(' ')),
      headers: {
        ...(!anonymous && { Authorization: `Bearer ${token}`, ...(store !== undefined && { 'X-Store-Id': store }) }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await textOf(answer, path)
    const requestId = answer.headers.get('X-Request-Id') ?? ''
    return { route, path, status: answer.status, ms: performance.now() - started, text, requestId }
  }
  const expect = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const { status, text } = await call({ route: `${method} `, path, body })
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`)
    return z.unknown().parse(JSON.parse(text))
  }
  return { call, expect }
}

/** Exports are too long for one string, and nobody reads them here. */
async function textOf(answer: Response, path: string): Promise<string> {
  if (!answer.ok || !path.includes('/export')) return answer.text()
  for await (const _chunk of answer.body ?? []);
  return ''
}
