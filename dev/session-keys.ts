import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `SESSION_KEYS` of the local stack, made once and kept: whoever is signed in stays so over a restart. */
export async function sessionKeys(dir: string): Promise<string> {
  const file = join(dir, 'session-keys.json')
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept !== undefined) return kept
  const made = JSON.stringify({ current: randomBytes(32).toString('base64url') })
  await writeFile(file, made, { mode: 0o600 })
  return made
}
