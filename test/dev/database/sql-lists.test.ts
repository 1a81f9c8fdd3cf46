import { expect, test } from 'vitest'
import { withLists } from '../../../dev/database/sql-lists.ts'

const orderText = 'CREATE FUNCTION app.order_text(o public.orders) RETURNS text AS $$ SELECT o.notes || o.number $$;\n'

const filled = (text: string) =>
  withLists([{ name: 'more.sql', text: `${orderText}${text}` }])[0]?.text.slice(orderText.length)

test('a list is written where its name and template stand, and anew where it is out of date', () => {
  const made = "  IF p_role IN (\n    -- each roles.managers: '%'\n    'owner', 'admin'\n  )\n"
  for (const line of ['', "    'owner'", "    'owner', 'manager', 'clerk'"])
    expect(filled(made.replace("    'owner', 'admin'", line))).toBe(made)
  expect(filled('  -- each orders.searched: NEW.%,\n\n')).toBe(
    '  -- each orders.searched: NEW.%,\n  NEW.created_at, NEW.notes, NEW.number,\n',
  )
  expect(filled('  -- each roles.managers: v_after.% := NULL;\n\n')).toContain(
    '\n  v_after.owner := NULL; v_after.admin := NULL;\n',
  )
})

test('a list is not written over what it is not, and one that there is not is none', () => {
  expect(() => filled("  -- each roles.managers: '%'\n  WHERE role = 'owner'\n")).toThrow(
    'more.sql: leave an empty line below',
  )
  expect(() => filled('  -- each orders.unknown: %\n\n')).toThrow('There is no list "orders.unknown".')
})
