import { parseArgs } from 'node:util'
import pg from 'pg'
import { connectionProblem } from './migrate.ts'

const usage = `npm run stores -- list [--closed]
npm run stores -- close <slug or id>
npm run stores -- open <slug or id>
Needs DATABASE_OWNER_URL, as npm run db:migrate does.`

const statuses = { close: 'closed', open: 'active' } as const

/** Closes and opens stores, and lists them. Returns what to say; throws what is wrong. */
export async function stores(args: readonly string[], ownerUrl: string): Promise<string> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { closed: { type: 'boolean', default: false } },
  })
  const [command, name, ...rest] = positionals
  if (rest.length > 0 || (command === 'list') !== (name === undefined)) throw new Error(usage)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    if (command === 'list') return await listed(client, values.closed)
    if (name !== undefined && (command === 'close' || command === 'open')) return await changed(client, command, name)
    throw new Error(usage)
  } finally {
    await client.end()
  }
}

/** In the same statement as its event, so that the store's audit log says when. The second time, nothing changes. */
async function changed(client: pg.Client, command: keyof typeof statuses, name: string): Promise<string> {
  const status = statuses[command]
  const { rows } = await client.query<{ slug: string; changed: boolean }>(
    `with named as (
       select id, slug, status from stores where slug = lower($1) or id::text = lower($1)
     ), changed as (
       update stores s set status = $2, version = version + 1, updated_at = greatest(s.updated_at, now())
         from named where s.id = named.id and named.status <> $2 returning s.id
     ), recorded as (
       insert into events (store_id, type, subject_id, actor_kind, data)
       select id, 'store.updated', id, 'system', '{"changed": ["status"]}' from changed
     )
     select slug, id in (select id from changed) as changed from named`,
    [name, status],
  )
  const [store] = rows
  if (!store) throw new Error(`There is no store with the slug or id ${name}. npm run stores -- list has all.`)
  const done = command === 'close' ? 'closed' : 'open'
  return store.changed ? `${store.slug} is now ${done}.` : `${store.slug} was already ${done}.`
}

async function listed(client: pg.Client, onlyClosed: boolean): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `select concat_ws('  ', id, rpad(status, 6), created_at::date, slug) as line
       from stores where status = 'closed' or not $1 order by created_at, id`,
    [onlyClosed],
  )
  return rows.length === 0 ? 'There are none.' : rows.map(({ line }) => line).join('\n')
}

async function main(): Promise<number> {
  const ownerUrl = process.env['DATABASE_OWNER_URL']
  const problem = connectionProblem(ownerUrl)
  if (ownerUrl === undefined || problem !== undefined) {
    console.error(problem)
    return 1
  }
  try {
    console.log(await stores(process.argv.slice(2), ownerUrl))
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}

if (import.meta.main) process.exitCode = await main()
