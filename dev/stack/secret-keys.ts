import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const secretKeyFiles = {
  session: 'session-keys.json',
  token: 'token-keys.json',
  channel: 'channel-keys.json',
} as const

/** Keys of the local stack. They are stored, so that sign-ins and connections survive a restart. */
export async function secretKeys(dir: string, kind: keyof typeof secretKeyFiles): Promise<string> {
  const file = join(dir, secretKeyFiles[kind])
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  if (stored !== undefined) return stored
  const created = JSON.stringify({ current: randomBytes(32).toString('base64url') })
  await mkdir(dir, { recursive: true })
  await writeFile(file, created, { mode: 0o600 })
  return created
}
