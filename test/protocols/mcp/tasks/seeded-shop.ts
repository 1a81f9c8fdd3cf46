import { env } from 'cloudflare:workers'
import { z } from 'zod'
import { openScratch } from '../../../support/scratch.ts'
import { tokenFor } from '../../../support/callers/assistant.ts'
import { sessionToken } from '../../../support/callers/identity.ts'
import { client } from '../../../support/shop.ts'

const { SEEDED_DATABASE } = z.object({ SEEDED_DATABASE: z.url() }).parse(env)

export type SeededShop = Awaited<ReturnType<typeof openSeededShop>>

/** A copy of the local stack's store Acme, and an assistant that its owner allowed everything. */
export async function openSeededShop() {
  const answer = await fetch(SEEDED_DATABASE)
  const name = await answer.text()
  if (!answer.ok) throw new Error(name)
  const { sql, service: through } = await openScratch(name)
  const service = through()
  const owner = client(await sessionToken({ subject: 'user_owner_acme', email: 'owner@acme.test' }), service)
  const [store] = z.array(z.object({ id: z.string() })).parse(await sql`select id from stores where slug = 'acme'`)
  if (store === undefined) throw new Error('The seeded database has no store acme')
  const { token } = await tokenFor({ store, owner })
  const rows = async <Shape extends z.ZodRawShape>(shape: Shape, query: ReturnType<typeof sql>) =>
    z.array(z.object(shape)).parse(await query)
  return {
    service,
    token,
    store,
    sql,
    rows,
    /** The first row. A statement names its store. */
    row: async <Shape extends z.ZodRawShape>(shape: Shape, query: ReturnType<typeof sql>) => {
      const [first] = await rows(shape, query)
      if (first === undefined) throw new Error('The seeded shop has no such row.')
      return first
    },
  }
}
