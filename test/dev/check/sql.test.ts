import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

let project: string
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'sql-'))
  for (const tree of ['src', 'drizzle/sql']) cpSync(join(root, tree), join(project, tree), { recursive: true })
})
afterAll(() => rmSync(project, { recursive: true }))

/** Checks the functions with more files among them. */
function checkedWith(files: Readonly<Record<string, string>>) {
  const paths = Object.keys(files).map((file) => join(project, file))
  for (const [index, text] of Object.values(files).entries()) {
    mkdirSync(dirname(paths[index] ?? ''), { recursive: true })
    writeFileSync(paths[index] ?? '', text)
  }
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'dev/check/check-sql.ts')], {
    cwd: project,
    encoding: 'utf8',
  })
  for (const path of paths) rmSync(path)
  return { status, problems: stdout.split('\n').filter((line) => /^[a-z0-9 ]+: /.test(line)) }
}

const inSql = (name: string, body: string) =>
  `CREATE FUNCTION app.${name}(p_one integer, p_two integer DEFAULT 2) RETURNS integer LANGUAGE sql AS $$ SELECT ${body} $$;\n`

const inPlpgsql = (name: string, body: string) => `CREATE FUNCTION app.${name}(p_orders public.orders[])
  RETURNS public.orders[] LANGUAGE plpgsql AS $$
DECLARE
  v_orders public.orders[] := p_orders;
BEGIN
  ${body}
  RETURN v_orders;
END
$$;\n`

const called = (...names: readonly string[]) =>
  names.map((name) => `export const ${name} = sql\`app.${name}(1)\`\n`).join('')

test('the calls of functions run down, and more of them may', () => {
  expect(
    checkedWith({
      'drizzle/sql/areas/orders/more.sql': inSql('added', 'app.added_below(p_one)'),
      'drizzle/sql/platform/db/more.sql': inSql('added_below', 'p_one'),
      'src/areas/orders/more.ts': called('added'),
    }),
  ).toEqual({ status: 0, problems: [] })
})

test('no function is called that is not there, or with more or fewer arguments than it takes', () => {
  const bodies = {
    a_query: 'SELECT array_agg(o) INTO v_orders FROM unnest(v_orders) AS o WHERE app.absent_in_query(1) > 0;',
    an_assignment: 'v_orders[1].version := app.absent_in_assignment(1);',
    a_condition: 'IF app.absent_in_condition(1) > 0 THEN RETURN NULL; END IF;',
    a_loop: 'FOR v_nth IN 1 .. app.absent_in_loop(1) LOOP NULL; END LOOP;',
    a_result: 'RETURN app.absent_in_result(1);',
    a_text: "EXECUTE 'SELECT app.absent_in_text(1)';",
  }
  expect(
    checkedWith({
      'drizzle/sql/areas/orders/more.sql': [
        ...Object.entries(bodies).map(([name, body]) => inPlpgsql(name, body)),
        inSql('some_sql', 'app.absent_in_sql(p_one) + app.some_sql() + app.some_sql(1, 2, 3)'),
        'CREATE FUNCTION app.defaults(p_one integer DEFAULT app.absent_in_default(1)) RETURNS integer LANGUAGE sql AS $$ SELECT p_one $$;\n',
        'CREATE TRIGGER more AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION app.absent_in_trigger();\n',
      ].join(''),
      'src/areas/orders/more.ts': called(...Object.keys(bodies), 'some_sql', 'defaults', 'absent_in_src'),
    }),
  ).toEqual({
    status: 1,
    problems: [
      ...['query', 'assignment', 'condition', 'loop', 'result', 'text', 'sql'].map(
        (place) => `unknown: areas/orders/more.sql calls absent_in_${place} (nowhere)`,
      ),
      'with 0 arguments: areas/orders/more.sql calls some_sql (areas/orders/more.sql)',
      'with 3 arguments: areas/orders/more.sql calls some_sql (areas/orders/more.sql)',
      ...['default', 'trigger'].map((place) => `unknown: areas/orders/more.sql calls absent_in_${place} (nowhere)`),
      'unknown: areas/orders/more.ts calls absent_in_src (nowhere)',
    ],
  })
})

test('no call runs up or sideways, from src neither', () => {
  const calls = [
    ['up', 'areas/checkout', 'areas/orders'],
    ['sideways', 'areas/orders', 'areas/collections'],
    ['up', 'before-tables', 'platform/errors'],
    ['up', 'platform/values', 'areas/orders'],
  ] as const
  expect(
    checkedWith({
      ...Object.fromEntries(
        calls.flatMap(([, from, to], nth) => [
          [`drizzle/sql/${from}/from-${nth}.sql`, inSql(`from_${nth}`, `app.to_${nth}(p_one)`)],
          [`drizzle/sql/${to}/to-${nth}.sql`, inSql(`to_${nth}`, 'p_one')],
        ]),
      ),
      'src/areas/home/more.ts': called(...calls.map((_, nth) => `from_${nth}`)),
      'src/areas/checkout/more.ts': called('to_0'),
    }),
  ).toEqual({
    status: 1,
    problems: [
      ...calls.map(([way, from, to], nth) => `${way}: ${from}/from-${nth}.sql calls to_${nth} (${to}/to-${nth}.sql)`),
      'up: areas/checkout/more.ts calls to_0 (areas/orders/to-0.sql)',
    ],
  })
})

test('every function is in a room, and somebody else calls it', () => {
  expect(
    checkedWith({
      'drizzle/sql/areas/orders/more.sql': inSql('added', 'p_one') + inSql('again', 'app.again(p_one)'),
      'drizzle/sql/areas/shipments/more.sql': inSql('astray', 'p_one'),
      'src/areas/orders/more.ts': called('astray'),
    }),
  ).toEqual({
    status: 1,
    problems: [
      'called by nobody: added (areas/orders/more.sql)',
      'called by nobody: again (areas/orders/more.sql)',
      'no room: areas/shipments/more.sql',
    ],
  })
})
