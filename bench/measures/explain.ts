import pg from 'pg'
import type { Dataset } from '../data/dataset.ts'
import type { Batches } from '../load/recorded.ts'

// For the session only. The superuser sets them before switching to the app's role.
const prepare = `
  load 'auto_explain';
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_analyze = on;
  set auto_explain.log_buffers = on;
  set auto_explain.log_nested_statements = on;
  set client_min_messages = log;
  set role app_rw`

/**
 * EXPLAIN (ANALYZE, BUFFERS) of recorded batches, as the app's role within the tenant context. Includes the statements
 * inside functions, which a plain EXPLAIN does not show. Everything is rolled back.
 */
export async function explainStatements(dataset: Dataset, statements: Record<string, Batches>): Promise<string> {
  const client = new pg.Client({ connectionString: dataset.superuserUrl })
  let plans: string[] = []
  client.on('notice', ({ message }) => void (message !== undefined && plans.push(message.trimEnd())))
  await client.connect()
  try {
    await client.query(prepare)
    const out: string[] = []
    for (const [name, batches] of Object.entries(statements)) {
      // The first run only warms the caches.
      await run(client, batches)
      plans = []
      await run(client, batches)
      out.push(`════ ${name}`, ...plans)
    }
    return out.join('\n\n')
  } finally {
    await client.end()
  }
}

async function run(client: pg.Client, batches: Batches) {
  await client.query('begin')
  for (const { query, params } of batches()) await client.query(query, params)
  await client.query('rollback')
}
