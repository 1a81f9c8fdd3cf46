import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openScratch, type Scratch } from '../support/scratch.ts'
import { asOwner } from '../support/sql.ts'
import { accessRules, roleRules } from './access-rules.ts'
import { tableRules } from './table-rules.ts'

const Offenders = z.array(z.object({ offender: z.string() }).transform(({ offender }) => offender))

const offenders = async (query: string, sql = asOwner) => Offenders.parse(await sql.query(query))

const roles = {
  app: 'app_rw',
  door: 'app_door',
  jobs: 'app_jobs',
  appLogin: 'commerce_app',
  jobsLogin: 'commerce_jobs',
}
const rules = { ...tableRules, ...accessRules(roles) }

describe('the catalogue of the database keeps the tenancy rules', () => {
  test.for(Object.entries(rules))('%s', async ([, { offenders: query }]) => {
    expect(await offenders(query)).toEqual([])
  })

  test.for(Object.entries(roleRules(roles)))('%s', async ([, query]) => {
    expect(await offenders(query)).toEqual([])
  })

  test('looks at all the tables that there are', async () => {
    const [found] = await asOwner`select count(*)::int as tables from pg_tables where schemaname = 'public'`
    expect(found?.['tables']).toBeGreaterThanOrEqual(18)
  })
})

describe('each of the rules notices when it is broken', () => {
  let scratch: Scratch
  beforeAll(async () => {
    scratch = await openScratch()
  })

  test.for(Object.entries(rules))('%s', async ([, { offenders: query, broken }]) => {
    const named = await afterStatements(scratch, broken.by, query)
    expect(
      named.some((offender) => offender.startsWith(broken.offender)),
      named.join('; '),
    ).toBe(true)
  })

  // No test may change a role, which the whole server shares: the owner's role breaks what app_rw must keep.
  const owner = 'commerce_owner'
  const broken = { app: owner, door: owner, jobs: owner, appLogin: owner, jobsLogin: owner }
  test.for(Object.entries(roleRules(broken)))('%s', async ([, query]) => {
    expect(await offenders(query)).not.toEqual([])
  })
})

/** What the query names after the statements, which are then undone. */
async function afterStatements({ sql }: Scratch, statements: readonly string[], query: string): Promise<string[]> {
  const asked = `do $$ begin raise exception using errcode = 'TS000', message =
    (select coalesce(json_agg(offender), '[]') from (${query}) as q); end $$`
  try {
    await sql.transaction([...statements, asked].map((statement) => sql.query(statement)))
  } catch (error) {
    const { code, message } = z.object({ code: z.string().nullish(), message: z.string() }).parse(error)
    if (code !== 'TS000') throw error
    return z.array(z.string()).parse(JSON.parse(message))
  }
  throw new Error('the statements were not undone')
}
