import { keyNamesOf } from '../auth/tokens/vault.ts'
import type { Database } from '../db/client.ts'
import type { Config } from './config.ts'

/** How many secrets of webhooks and channels there are, by the key that encrypts them; nobody can decrypt the others. */
export type Secrets = { readonly current: number; readonly previous: number; readonly unreadable: number }

/** `jobs` is the database with the login of the crons. */
export async function countSecrets({ channelKeys }: Config, jobs: Database): Promise<Secrets> {
  const names = await keyNamesOf(channelKeys)
  const text = 'select s.current::text, s.previous::text, s.unreadable::text from app.count_secrets($1, $2) as s'
  const [row = []] = await jobs.query(text, [names.current, names.previous], () => {})
  const [current = 0, previous = 0, unreadable = 0] = row.map(Number)
  return { current, previous, unreadable }
}

/** What an operator has to do about secrets that cannot be decrypted, or null if all can. */
export const secretsProblem = ({ unreadable }: Secrets): string | null =>
  unreadable === 0
    ? null
    : `${unreadable} secrets of webhooks and channels cannot be decrypted with CHANNEL_KEYS. Put the key that encrypted them into its previous.`
