import { expect, test } from 'vitest'
import { asOwner } from '../../support/sql.ts'

const read = (text: string, type: string) =>
  `select * from app.read(array[]::text[], '${text}', '{}') as rows (c ${type})`

test('a kept plan does not outlive a change of the type of its columns', async () => {
  const table = `read_${crypto.randomUUID().replaceAll('-', '')}`
  const text = `select value from public.${table}`
  const [, first, , second] = await asOwner.transaction([
    asOwner.query(`create table public.${table} as select 1 as value`),
    asOwner.query(read(text, 'integer')),
    asOwner.query(`alter table public.${table} alter column value type bigint`),
    asOwner.query(read(text, 'bigint')),
    asOwner.query(`drop table public.${table}`),
  ])
  expect(first).toEqual([{ c: 1 }])
  expect(second).toEqual([{ c: '1' }])
})

test('a syntax error in a kept query is reported as it is', async () => {
  // A jsonpath is only parsed when the query runs.
  const text = `select jsonb_path_exists(''{}'', value::jsonpath)::text from (values (''$'')) as v(value)`
  await asOwner.query(read(text, 'text'))
  const wrong = text.replace(`(''$'')`, `(''$['')`)
  for (let time = 0; time < 2; time++)
    await expect(asOwner.query(read(wrong, 'text'))).rejects.toMatchObject({ code: '42601' })
})
