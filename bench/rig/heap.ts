import { once } from 'node:events'
import { z } from 'zod'

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1)
const Answer = z.object({ id: z.number(), result: z.unknown() })
const timeoutMs = 10_000

const Usage = z.object({ usedSize: z.number() })

/**
 * Megabytes of the JavaScript heap in use after a garbage collection, by the Chrome DevTools Protocol (HeapProfiler.collectGarbage,
 * Runtime.getHeapUsage). The rest of the process is V8's reserve and the allocator's.
 */
export async function heapUsedMb(inspectorPort: number | undefined): Promise<number> {
  const [target] = Targets.parse(await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json())
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open', { signal: AbortSignal.timeout(timeoutMs) })
  try {
    await ask(socket, 1, 'HeapProfiler.collectGarbage')
    return Usage.parse(await ask(socket, 2, 'Runtime.getHeapUsage')).usedSize / 2 ** 20
  } finally {
    socket.close()
  }
}

const ask = (socket: WebSocket, id: number, method: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    AbortSignal.timeout(timeoutMs).addEventListener('abort', () =>
      reject(new Error(`workerd did not answer ${method}`)),
    )
    socket.addEventListener('message', ({ data }) => {
      const answer = Answer.safeParse(JSON.parse(String(data)))
      if (answer.success && answer.data.id === id) resolve(answer.data.result)
    })
    socket.send(JSON.stringify({ id, method }))
  })
