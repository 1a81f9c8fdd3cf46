import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { eventTypes } from '../../src/areas/events/event-catalogue.ts'
import { writtenColumns } from '../../src/areas/orders/order-columns.ts'
import { activity, citySales, discountSales, productSales, sales } from '../../src/platform/db/schema/analytics.ts'

/** The columns of a table that are not part of its key. */
function figuresOf(table: PgTable): readonly string[] {
  const keys = getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name))
  return Object.values(getTableColumns(table)).flatMap(({ name }) => (keys.includes(name) ? [] : name))
}

/** The columns of its only parameter, `o`, that a function reads. */
function columnsReadBy(sql: string, name: string): readonly string[] {
  const body = new RegExp(`FUNCTION app\\.${name}\\(o public\\.\\w+\\)[^$]*\\$\\$(.*?)\\$\\$;`, 's').exec(sql)?.[1]
  if (body === undefined) throw new Error(`There is no function app.${name}(o).`)
  return [...new Set([...body.matchAll(/\bo\.(\w+)/g)].map(([, column = '']) => column))]
}

/** All lists, for SQL that has all functions in it. */
const listsFor = (sql: string): Readonly<Record<string, readonly string[]>> => ({
  'events.types': eventTypes,
  'orders.created': writtenColumns('create'),
  'orders.edited': writtenColumns('edit'),
  'orders.acted': writtenColumns('act'),
  'orders.erased': writtenColumns('erase'),
  'orders.searched': ['created_at', ...columnsReadBy(sql, 'order_text')],
  'sales.figures': figuresOf(sales),
  'activity.figures': figuresOf(activity),
  'product_sales.figures': figuresOf(productSales),
  'discount_sales.figures': figuresOf(discountSales),
  'city_sales.figures': figuresOf(citySales),
})

const maxWidth = 130

/**
 * A list that SQL has and does not write itself:
 *
 *     -- each orders.edited: % = o.%
 *     notes = o.notes, tags = o.tags
 *     -- end
 *
 * A template that ends in `;` makes statements.
 */
const block = /^( *)-- each ([\w.]+): (.+)\n(?:(?!.*-- each ).*\n)*?\1-- end$/gm

/** The values of a list, in lines of a readable width. */
function linesOf(values: readonly string[], template: string, indent: string): string {
  const isStatements = template.endsWith(';')
  const lines: string[] = []
  let line = indent
  for (const [nth, value] of values.entries()) {
    const item = template.replaceAll('%', value) + (isStatements || nth === values.length - 1 ? '' : ',')
    if (line.trim() !== '' && line.length + 1 + item.length > maxWidth) {
      lines.push(line)
      line = indent
    }
    line += line.trim() === '' ? item : ` ${item}`
  }
  return [...lines, line].join('\n')
}

/** Files of SQL with their lists as they are now. */
export function withLists<File extends { readonly text: string }>(files: readonly File[]): readonly File[] {
  const lists = listsFor(files.map(({ text }) => text).join('\n'))
  return files.map((file) => ({
    ...file,
    text: file.text.replaceAll(block, (_, indent: string, name: string, template: string) => {
      const values = lists[name]
      if (values === undefined) throw new Error(`There is no list "${name}". dev/database/sql-lists.ts has all of them.`)
      return [`${indent}-- each ${name}: ${template}`, linesOf(values, template, indent), `${indent}-- end`].join('\n')
    }),
  }))
}
