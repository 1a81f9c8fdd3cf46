import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expectContract, takeSeen } from '../support/contract/contract.ts'
import { listen } from '../support/node/servers/listen.ts'

/** Headers of one connection (RFC 9110, section 7.6.1), and those that fetch sets itself. */
const dropped = new Set(['connection', 'keep-alive', 'host', 'content-length', 'transfer-encoding', 'content-encoding'])

const headersOf = (headers: Iterable<[string, string | readonly string[] | undefined]>): [string, string][] =>
  [...headers].flatMap(([name, value]) => (dropped.has(name) || value === undefined ? [] : [[name, String(value)]]))

/** Forwards to a service, and compares every request that it accepts and every response with the contract. */
export async function startContractProxy(target: string) {
  const violations: string[] = []
  takeSeen()

  async function forward(request: IncomingMessage, response: ServerResponse) {
    const { url = '/', method = 'GET' } = request
    const body = await buffer(request)
    const init: RequestInit = {
      method,
      headers: headersOf(Object.entries(request.headers)),
      ...(body.length > 0 && { body: body.toString() }),
    }
    // As bytes: a picture is not text.
    const sent = { ...init, ...(body.length > 0 && { body: new Uint8Array(body) }) }
    const answer = await fetch(`${target}${url}`, { ...sent, redirect: 'manual' })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = bytes.length > 0 && /[/+]json\b/.test(answer.headers.get('Content-Type') ?? '')
    const content: unknown = isJson ? JSON.parse(bytes.toString()) : bytes.toString()
    try {
      expectContract(url, init, { status: answer.status, headers: answer.headers, body: content })
    } catch (error) {
      violations.push(error instanceof Error ? error.message : String(error))
    }
    response.writeHead(answer.status, headersOf(answer.headers).flat())
    response.end(bytes)
  }

  const { url, close } = await listen((request, response) => {
    forward(request, response).catch((error: unknown) => {
      violations.push(String(error))
      response.destroy()
    })
  })
  return {
    url,
    violations,
    /** What was compared, as `operation status code`. */
    seen: takeSeen,
    close,
  }
}
