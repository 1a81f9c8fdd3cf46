import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Keeps a folder to one process; throws when another has it. A socket rather than a file with a process number: the
 * kernel knows whether anybody still listens.
 */
export async function lockFolder(dir: string): Promise<{ release(): Promise<void> }> {
  const name = createHash('sha256')
    .update(await realpath(dir))
    .digest('hex')
    .slice(0, 16)
  const path = join(tmpdir(), `merchant-commerce-${name}.sock`)
  if (await answers(path))
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

function answers(path: string) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
