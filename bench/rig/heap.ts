import { once } from 'node:events'
import { z } from 'zod'

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1)
const Messages = z.tuple([z.object({ data: z.string() })])
const Answer = z.object({ result: z.object({ usedSize: z.number() }) })

/**
 * Megabytes of the JavaScript heap in use, with what the next garbage collection frees, by the Chrome DevTools Protocol
 * (Runtime.getHeapUsage). The rest of the process is V8's reserve and the allocator's.
 */
export async function heapUsedMb(inspectorPort: number | undefined): Promise<number> {
  const [target] = Targets.parse(await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json())
  const signal = AbortSignal.timeout(10_000)
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  try {
    await once(socket, 'open', { signal })
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' }))
    const [{ data }] = Messages.parse(await once(socket, 'message', { signal }))
    return Answer.parse(JSON.parse(data)).result.usedSize / 2 ** 20
  } finally {
    socket.close()
  }
}
