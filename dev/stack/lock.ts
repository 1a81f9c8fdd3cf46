import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Locks a folder for one process. Throws if another process holds the lock. Uses a socket rather than a pid file, because
 * the kernel knows whether the process is still listening.
 */
export async function lockFolder(dir: string): Promise<{ release(): Promise<void> }> {
  const name = createHash('sha256')
    .update(await realpath(dir))
    .digest('hex')
    .slice(0, 16)
  const path = join(tmpdir(), `merchant-commerce-${name}.sock`)
  if (await isListening(path))
    throw new Error(`The local stack is already running on ${dir}. Stop it, or set DEV_DIR to another folder.`)
  await rm(path, { force: true })

  const server = createServer((socket) => socket.destroy())
  server.listen(path)
  await once(server, 'listening')
  server.unref()
  return {
    async release() {
      server.close()
      await once(server, 'close')
    },
  }
}

function isListening(path: string) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
