import { z } from 'zod'
import { type Answer, database, type Service } from '../support/service.ts'
import type { Scratch } from '../support/scratch.ts'

const Step = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
})

type Step = z.output<typeof Step>

const Branch = Step.extend({
  get Plans() {
    return z.array(Branch).default([])
  },
})

const Explained = z.array(z.object({ 'QUERY PLAN': z.preprocess(fromJson, z.array(z.object({ Plan: Branch }))) }))

function fromJson(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value
}

/** All steps depth first, each with its input rows. */
function steps({ Plans, ...step }: z.output<typeof Branch>): (Step & { inputRows: number })[] {
  const inputRows = Plans.reduce((sum, child) => sum + child['Actual Rows'], 0)
  return [{ ...step, inputRows }, ...Plans.flatMap(steps)]
}

/** The query plans of a read request's statements, explained as the service's role within its tenant context. */
export async function planOf(scratch: Scratch, send: (through: Service) => Promise<Answer>) {
  const tag = `plan-${crypto.randomUUID()}`
  const answer = await send(scratch.service(tag))
  const statements = (await database(tag).seen()).recent.at(-1) ?? []
  const [enter, ...queries] = statements
  if (!enter || queries.length === 0) throw new Error(`no statement after app.enter_…: ${JSON.stringify(answer)}`)
  const sql = scratch.asApp
  const [, ...explained] = await sql.transaction([
    sql.query(enter.query, enter.params),
    ...queries.map(({ query, params }) =>
      sql.query(`explain (analyze, timing off, costs off, format json) ${query}`, params),
    ),
  ])
  const all = explained.flatMap((plan) =>
    Explained.parse(plan).flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => steps(Plan))),
  )
  const rows = (step: Step) => (step['Actual Rows'] + step['Rows Removed by Filter']) * step['Actual Loops']
  const stepsOn = (table: string) => all.filter((step) => step['Relation Name'] === table)
  return {
    answer,
    indexes: [...new Set(all.flatMap((step) => step['Index Name'] ?? []))],
    seqScans: all.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name']),
    /** The largest number of rows sorted by one step. */
    sorted: Math.max(0, ...all.filter((step) => /Sort/.test(step['Node Type'])).map(({ inputRows }) => inputRows)),
    /** The number of rows read from a table. */
    read: (table: string) => stepsOn(table).reduce((sum, step) => sum + rows(step), 0),
    text: JSON.stringify(all),
  }
}
