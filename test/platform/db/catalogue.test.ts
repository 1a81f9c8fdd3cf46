import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { asOwner } from '../../support/sql.ts'
import { accessRules, roleRules } from './access-rules.ts'
import { tableRules } from './table-rules.ts'

const Offenders = z.array(z.object({ offender: z.string() }).transform(({ offender }) => offender))

const offenders = async (query: string, sql = asOwner) => Offenders.parse(await sql.query(query))

const roles = {
  app: 'app_rw',
  definer: 'app_door',
  jobs: 'app_jobs',
  appLogin: 'commerce_app',
  jobsLogin: 'commerce_jobs',
}
const rules = { ...tableRules, ...accessRules(roles) }

describe('the database follows the tenancy rules', () => {
  test.for(Object.entries(rules))('%s', async ([, { offenders: query }]) => {
    expect(await offenders(query)).toEqual([])
  })

  test.for(Object.entries(roleRules(roles)))('%s', async ([, query]) => {
    expect(await offenders(query)).toEqual([])
  })

  test('the rules see all tables', async () => {
    const [found] = await asOwner`select count(*)::int as tables from pg_tables where schemaname = 'public'`
    expect(found?.['tables']).toBeGreaterThanOrEqual(18)
  })
})

describe('each rule detects a violation', () => {
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

  // Roles are shared by the whole server, so the rules are applied to the owner's role, which violates them.
  const owner = 'commerce_owner'
  const broken = { app: owner, definer: owner, jobs: owner, appLogin: owner, jobsLogin: owner }
  test.for(Object.entries(roleRules(broken)))('%s', async ([, query]) => {
    expect(await offenders(query)).not.toEqual([])
  })
})

/** Runs the statements, returns the offenders, and rolls back. */
async function afterStatements({ sql }: Scratch, statements: readonly string[], query: string): Promise<string[]> {
  const check = `do $$ begin raise exception using errcode = 'TS000', message =
    (select coalesce(json_agg(offender), '[]') from (${query}) as q); end $$`
  try {
    await sql.transaction([...statements, check].map((statement) => sql.query(statement)))
  } catch (error) {
    const { code, message } = z.object({ code: z.string().nullish(), message: z.string() }).parse(error)
    if (code !== 'TS000') throw error
    return z.array(z.string()).parse(JSON.parse(message))
  }
  throw new Error('the statements were not rolled back')
}
