import { env } from 'cloudflare:workers'
import { z } from 'zod'
import { openScratch } from '../../../support/scratch.ts'
import { tokenFor } from '../../../support/callers/assistant.ts'
import { sessionToken } from '../../../support/callers/identity.ts'
import { client } from '../../../support/shop.ts'

const { SEEDED_DATABASE } = z.object({ SEEDED_DATABASE: z.url() }).parse(env)

export type StoreSlug = 'acme' | 'globex'

export type SeededShop = Awaited<ReturnType<typeof openSeededShop>>

/** A copy of a store of the local stack, and an assistant that its owner allowed everything. */
export async function openSeededShop(slug: StoreSlug) {
  const answer = await fetch(SEEDED_DATABASE)
  const name = await answer.text()
  if (!answer.ok) throw new Error(name)
  const { sql, service: through } = await openScratch(name)
  const service = through()
  const owner = client(await sessionToken({ subject: `user_owner_${slug}`, email: `owner@${slug}.test` }), service)
  const [store] = z.array(z.object({ id: z.string() })).parse(await sql`select id from stores where slug = ${slug}`)
  if (store === undefined) throw new Error(`The seeded database has no store ${slug}`)
  const { token } = await tokenFor({ store, owner })
  const rows = async <Shape extends z.ZodRawShape>(shape: Shape, query: ReturnType<typeof sql>) =>
    z.array(z.object(shape)).parse(await query)
  return {
    service,
    token,
    store,
    owner,
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
