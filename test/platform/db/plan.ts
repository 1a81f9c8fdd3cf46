import { z } from 'zod'
import { type Answer, database, type Service } from '../../support/service.ts'
import type { Scratch } from '../../support/scratch.ts'

const Step = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Shared Hit Blocks': z.number().default(0),
  'Shared Read Blocks': z.number().default(0),
})

type Step = z.output<typeof Step>

const Branch = Step.extend({
  get Plans() {
    return z.array(Branch).default([])
  },
})

const explain = 'explain (analyze, timing off, costs off, format json)'

const Explained = z.array(z.object({ 'QUERY PLAN': z.preprocess(fromJson, z.array(z.object({ Plan: Branch }))) }))

function fromJson(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value
}

/** All steps depth first, each with its input rows. */
function steps({ Plans, ...step }: z.output<typeof Branch>): (Step & { inputRows: number })[] {
  const inputRows = Plans.reduce((sum, child) => sum + child['Actual Rows'], 0)
  return [{ ...step, inputRows }, ...Plans.flatMap(steps)]
}

/**
 * What the database does for a read request, as the service's role: its statements, explained with its tenant context. For
 * app.read, the plan that the connection settles on after some requests.
 */
export async function planOf(scratch: Scratch, send: (through: Service) => Promise<Answer>) {
  const tag = `plan-${crypto.randomUUID()}`
  const answer = await send(scratch.service(tag))
  const statements = (await database(tag).seen()).recent.at(-1) ?? []
  const sql = scratch.asApp
  const explained = (await sql.transaction(await explanations(sql, statements))).filter(isPlan)
  if (explained.length === 0) throw new Error(`no statement after app.enter_…: ${JSON.stringify(answer)}`)
  const plans = explained.flatMap((plan) => Explained.parse(plan).flatMap((row) => row['QUERY PLAN']))
  const all = plans.flatMap(({ Plan }) => steps(Plan))
  const rows = (step: Step) => (step['Actual Rows'] + step['Rows Removed by Filter']) * step['Actual Loops']
  const stepsOn = (table: string) => all.filter((step) => step['Relation Name'] === table)
  return {
    answer,
    indexes: [...new Set(all.flatMap((step) => step['Index Name'] ?? []))],
    seqScans: all.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name']),
    /** The largest number of rows sorted by one step. */
    sorted: Math.max(0, ...all.filter((step) => /Sort/.test(step['Node Type'])).map(({ inputRows }) => inputRows)),
    /** The number of pages read, also by functions, whose steps are not seen. */
    buffers: plans.reduce((sum, { Plan }) => sum + Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'], 0),
    /** The number of rows read from a table. */
    read: (table: string) => stepsOn(table).reduce((sum, step) => sum + rows(step), 0),
    text: JSON.stringify(all),
  }
}

type Recorded = { readonly query: string; readonly params: unknown[] }

/** The statements to run in one transaction: what opens the tenant context, then the explanations. */
async function explanations(sql: Scratch['asApp'], statements: readonly Recorded[]) {
  const [first, ...others] = statements
  if (!first) return []
  const read = /app\.read\(array\[(.*)\], \$(\d+), \$(\d+)::text\[\]\)/s.exec(first.query)
  if (!read) {
    const explained = others.map(({ query, params }) => sql.query(`${explain} ${query}`, params))
    return [sql.query(first.query, first.params), ...explained]
  }
  const [, enter = '', query, values] = read
  const text = String(first.params[Number(query) - 1])
  const [row] = await sql.query('select to_jsonb($1::text[]) as values', [first.params[Number(values) - 1]])
  const literals = z.array(z.string().nullable()).parse(row?.['values']).map(literalOf)
  const execute = `execute explained${literals.length > 0 ? ` (${literals.join(', ')})` : ''}`
  return [
    sql.query(`select ${enter}`, first.params.slice(0, Number(query) - 1)),
    sql.query(`prepare explained as ${text}`),
    // The database chooses between a general plan and one for the values after five executions.
    ...Array.from({ length: 6 }, () => sql.query(execute)),
    sql.query(`${explain} ${execute}`),
    sql.query('deallocate explained'),
  ]
}

const literalOf = (value: string | null) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`)

const isPlan = (rows: unknown): boolean => Array.isArray(rows) && rows.some((row) => 'QUERY PLAN' in Object(row))
