import { env } from 'cloudflare:workers'
import { z } from 'zod'
import { configOf } from '../../../src/platform/configuration/config.ts'
import { jobsDatabaseOf } from '../../../src/platform/configuration/database.ts'
import { turnOf } from '../../../src/platform/jobs/each-store.ts'
import { tenantTables } from '../../isolation/snapshot.ts'
import { asOwner } from '../../support/sql.ts'

const Found = z.array(z.array(z.object({ name: z.string(), word: z.string(), row: z.string() })))

/**
 * Where the store's data contains one of the words, in any letter case; digits also with the separators of phone numbers. All
 * digits of a row in sequence, also of its ids, would contain those of a phone number now and then.
 */
export async function tracesOf(storeId: string, words: readonly string[]): Promise<string[]> {
  const tables = await tenantTables()
  const found = await asOwner.transaction(
    tables.map(({ name, key }) =>
      asOwner.query(
        `select $3::text as name, word, left(t::text, 2000) as row from public.${name} t, unnest($2::text[]) as word
          where ${key} = $1 and (strpos(lower(t::text), lower(word)) > 0
            or (word ~ '^\\d{7,}$' and strpos(regexp_replace(t::text, '[-+() ]', '', 'g'), word) > 0))`,
        [storeId, words, name],
      ),
    ),
  )
  return Found.parse(found).flatMap((rows) => rows.map(({ name, word, row }) => `${name}: ${word} in ${row}`))
}

/** One turn of a store. Returns how many portions it did. */
export const continueErasures = turnOf(jobsDatabaseOf(configOf(env)), 'continue_erasures', 500, 2_000)

/** The job of every minute, for one store: the cron itself would also deliver the events of other tests. Returns its turns. */
export async function finishErasures(storeId: string): Promise<number> {
  let turns = 0
  while ((await continueErasures(storeId)) > 0) turns++
  return turns
}

/** tracesOf once the cron is done: on a busy machine, an anonymization leaves some of a small store to it as well. */
export async function tracesLeft(storeId: string, words: readonly string[]): Promise<string[]> {
  await finishErasures(storeId)
  return tracesOf(storeId, words)
}
