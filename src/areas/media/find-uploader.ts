import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { accessTokens } from '../../platform/db/schema/access-tokens.ts'
import { operation } from '../../platform/operation/operation.ts'

const Uploader = z.object({
  store: z.guid(),
  /** Who created the key, for an API key. */
  person: z.guid(),
})

export type Uploader = z.output<typeof Uploader>

/** Who is uploading, and to which store. Refuses callers who may not upload, before anything of a file is read. */
export const findUploader = operation(
  { name: 'find_uploader', scope: 'catalog:write', input: z.strictObject({}), output: Uploader },
  async ({ run }) => {
    const [{ rows }] = await run((db) => [
      db.execute(sql`select s.store, coalesce(
          (select t.created_by from ${accessTokens} t where t.store_id = s.store and t.id = app.caller()), app.caller()) as person
        from (select app.only_store() as store) as s`),
    ])
    return Uploader.parse(rows[0])
  },
)
