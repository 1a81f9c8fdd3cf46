import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { z } from 'zod'
import { NeonError } from './error.ts'

const Query = z.object({ query: z.string(), params: z.array(z.unknown()).default([]) })
const Body = z.union([z.object({ queries: z.array(Query) }), Query])

export type Query = z.infer<typeof Query>

export type NeonRequest = {
  connectionString: string
  arrayMode: boolean
  queries: Query[]
  /** The statement that begins a batch. Undefined for a single statement, which is its own transaction. */
  begin: string | undefined
}

const maxBytes = 10 * 1024 * 1024

const isolation: Record<string, string> = {
  ReadUncommitted: 'read uncommitted',
  ReadCommitted: 'read committed',
  RepeatableRead: 'repeatable read',
  Serializable: 'serializable',
}

export async function readRequest(request: IncomingMessage): Promise<NeonRequest> {
  const { headers } = request
  const connectionString = headers['neon-connection-string']
  if (typeof connectionString !== 'string') throw new NeonError(400, 'missing connection string header')
  if (headers['neon-raw-text-output'] !== 'true') {
    throw new NeonError(400, 'this local endpoint supports only raw text: send Neon-Raw-Text-Output: true')
  }
  const body = parse(await readBody(request))
  const isBatch = 'queries' in body
  return {
    connectionString,
    arrayMode: headers['neon-array-mode'] === 'true',
    queries: isBatch ? body.queries : [body],
    begin: isBatch ? beginStatement(headers) : undefined,
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) reject(new NeonError(413, `request is too large (max is ${maxBytes} bytes)`))
      else chunks.push(chunk)
    })
    request.on('end', resolve)
    request.on('error', reject)
  })
  const [first] = chunks
  return chunks.length === 1 && first ? first.toString('utf8') : Buffer.concat(chunks).toString('utf8')
}

function parse(text: string) {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new NeonError(400, 'could not parse the request body: not JSON')
  }
  const body = Body.safeParse(json)
  if (!body.success) throw new NeonError(400, `could not parse the request body: ${z.prettifyError(body.error)}`)
  return body.data
}

function beginStatement(headers: IncomingHttpHeaders): string {
  const level = headers['neon-batch-isolation-level']
  const readOnly = headers['neon-batch-read-only']
  const deferrable = headers['neon-batch-deferrable']
  if (level === undefined && readOnly === undefined && deferrable === undefined) return 'begin'
  const modes: string[] = []
  if (level !== undefined) {
    const name = typeof level === 'string' ? isolation[level] : undefined
    if (name === undefined) throw new NeonError(400, 'invalid isolation level')
    modes.push(`isolation level ${name}`)
  }
  if (readOnly === 'true') modes.push('read only')
  if (deferrable === 'true') modes.push('deferrable')
  return `begin ${modes.join(', ')}`
}
