import { connect, type Socket } from 'node:net'

type Reply = { status: number; body: Buffer }

/** Sends raw requests, one at a time. `reply.body` is valid until the next request. */
export type HttpConnection = {
  send(request: Buffer): Promise<Reply>
  /** The server closes connections that are idle for some seconds. */
  isOpen(): boolean
  close(): void
}

const endOfHead = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/**
 * A minimal keep-alive connection. autocannon and node:http use as much CPU for a request as the Worker does, and would
 * distort the figures on a machine that runs client, Worker and database together.
 */
export async function openHttp(port: number): Promise<HttpConnection> {
  const socket = await open(port)
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined
  let received: Buffer[] = []
  let size = 0
  let expected = 0

  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))
  socket.on('data', (chunk) => {
    received.push(chunk)
    size += chunk.length
    if (size < expected) return
    const all = received.length === 1 ? chunk : Buffer.concat(received, size)
    const length = lengthOf(all)
    if (length === undefined || size < length.head + length.body) {
      received = [all]
      expected = length ? length.head + length.body : 0
      return
    }
    received = []
    size = 0
    expected = 0
    waiting?.resolve({ status: Number(all.toString('latin1', 9, 12)), body: all.subarray(length.head) })
  })
  return {
    send(request) {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        // Without an error event, the promise would never settle.
        if (!socket.writable) reject(new Error('the connection was closed'))
        else socket.write(request)
      })
    },
    isOpen: () => socket.writable,
    close: () => socket.destroy(),
  }
}

function open(port: number) {
  return new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

/** The lengths of head and body, or undefined while they are unknown. */
function lengthOf(all: Buffer): { head: number; body: number } | undefined {
  const end = all.indexOf(endOfHead)
  if (end < 0) return undefined
  const head = end + endOfHead.length
  const fields = all.toString('latin1', 0, end)
  const contentLength = /\r\ncontent-length: *(\d+)/i.exec(fields)?.[1]
  if (contentLength !== undefined) return { head, body: Number(contentLength) }
  if (!/\r\ntransfer-encoding: *chunked/i.test(fields)) return { head, body: 0 }
  // This cannot occur within a body, because JSON has no raw line breaks.
  return all.subarray(-lastChunk.length).equals(lastChunk) ? { head, body: all.length - head } : undefined
}
