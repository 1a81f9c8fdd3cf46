import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Whether something listens on the port, on 127.0.0.1 or on all addresses. */
export async function portInUse(port: number): Promise<boolean> {
  return (await accepts(port)) || !(await canListen(port))
}

function accepts(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}

async function canListen(port: number) {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return true
  } catch {
    return false
  }
}
