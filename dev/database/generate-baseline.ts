import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { limits } from '../../src/platform/values/limits.ts'
import { readSql } from './applied-sql.ts'
import { phonePlansSql } from './phone-plans.ts'
import { rebuildSalesFile } from './rebuild-sales.ts'
import { withLists } from './sql-lists.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const migrations = join(root, 'drizzle/migrations')
const sqlFolder = join(root, 'drizzle/sql')

// What Drizzle's migrator reads. drizzle-kit writes the time of the run, which would differ each time.
const journal = {
  version: '7',
  dialect: 'postgresql',
  entries: [{ idx: 0, version: '7', when: 0, tag: '0000_baseline', breakpoints: true }],
}

/** The files of `drizzle/migrations` as the schema has them: the SQL that creates all tables of an empty database. */
async function generate(): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-'))
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [
        join(root, 'node_modules/drizzle-kit/bin.cjs'),
        'generate',
        '--dialect=postgresql',
        '--schema=./src/platform/db/schema/*.ts',
        `--out=${folder}`,
        '--name=baseline',
      ],
      { cwd: root },
    )
    // If the schema has an error, drizzle-kit only prints it.
    const sql = await readFile(join(folder, '0000_baseline.sql'), 'utf8').catch(() => {
      throw new Error(`drizzle-kit generated nothing:\n${stdout}${stderr}`)
    })
    return new Map([
      ['0000_baseline.sql', `${sql.trimEnd()}\n`],
      ['meta/_journal.json', `${JSON.stringify(journal, undefined, 2)}\n`],
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The SQL function that knows the limits. */
const limitsSql = () => `-- Written by npm run db:generate from src/platform/values/limits.ts.
CREATE OR REPLACE FUNCTION app.most(p_what text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE p_what
${Object.entries(limits)
  .flatMap(([of, each]) => Object.entries(each).map(([what, most]) => `    WHEN '${of}.${what}' THEN ${most}`))
  .join('\n')}
  END
$$;
`

/** The files of SQL that are written as a whole. */
const wholeFiles = [
  { name: 'platform/values/limits.sql', text: limitsSql },
  { name: 'platform/values/phone-plans.sql', text: phonePlansSql },
]

/** The files with lists that are out of date, as they should be. */
async function staleSql() {
  const rebuildSales = { name: '../../dev/database/rebuild-sales.sql', text: await readFile(rebuildSalesFile, 'utf8') }
  const files = [...Object.values(await readSql(sqlFolder)).flat(), rebuildSales]
  return withLists(files).filter(({ text }, nth) => text !== files[nth]?.text)
}

async function write(files: Map<string, string>): Promise<void> {
  for (const { name, text } of wholeFiles) await writeFile(join(sqlFolder, name), text())
  for (const { name, text } of await staleSql()) await writeFile(join(sqlFolder, name), text)
  await rm(migrations, { recursive: true, force: true })
  for (const [name, text] of files) {
    await mkdir(dirname(join(migrations, name)), { recursive: true })
    await writeFile(join(migrations, name), text)
  }
}

async function isCurrent(files: Map<string, string>): Promise<boolean> {
  const entries = await readdir(migrations, { recursive: true, withFileTypes: true })
  if (entries.filter((entry) => entry.isFile()).length !== files.size) return false
  for (const { name, text } of wholeFiles)
    if ((await readFile(join(sqlFolder, name), 'utf8').catch(() => '')) !== text()) return false
  if ((await staleSql()).length > 0) return false
  const texts = [...files].map(
    async ([name, text]) => (await readFile(join(migrations, name), 'utf8').catch(() => '')) === text,
  )
  return (await Promise.all(texts)).every(Boolean)
}

const files = await generate()
if (!process.argv.includes('--check')) {
  await write(files)
  console.log(
    'Wrote drizzle/migrations from src/platform/db/schema, and the limits, numbering plans and lists of drizzle/sql.',
  )
} else if (!(await isCurrent(files))) {
  console.error(
    'drizzle/migrations, or the limits, numbering plans or lists of drizzle/sql, are out of date. Run npm run db:generate.',
  )
  process.exitCode = 1
}
