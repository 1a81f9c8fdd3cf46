import { sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { salesColumns } from '../../src/areas/analytics/sales-columns.ts'
import { eventTypes } from '../../src/areas/events/event-catalogue.ts'
import { writtenColumns } from '../../src/areas/orders/order-columns.ts'
import { orderTextsWhere } from '../../src/areas/orders/order-texts.ts'
import { collections } from '../../src/platform/db/schema/collections.ts'
import { customers } from '../../src/platform/db/schema/customers.ts'
import { deliveryMethods } from '../../src/platform/db/schema/delivery-methods.ts'
import { discounts } from '../../src/platform/db/schema/discounts.ts'
import { products, productVariants } from '../../src/platform/db/schema/products.ts'
import { managers } from '../../src/platform/auth/tokens/scopes.ts'
import { activity, citySales, discountSales, productSales, sales } from '../../src/platform/db/schema/analytics.ts'

/** The figures of a table: all columns but its key and ids (product_sales has that of the product). By name, as what one order adds, and as sums. */
function figuresOf(table: PgTable) {
  const { name, columns, primaryKeys } = getTableConfig(table)
  const keys = primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
  const figures = columns.filter((column) => !keys.includes(column.name) && column.getSQLType() !== 'uuid')
  const withType = (integer: string, other: string) =>
    figures.map((column) => `${column.name} ${column.getSQLType() === 'integer' ? integer : other}`)
  return {
    [`${name}.figures`]: figures.map((column) => column.name),
    [`${name}.parts`]: withType('integer', 'bigint'),
    [`${name}.sums`]: withType('bigint', 'numeric'),
  }
}

/** What a save writes: all columns but the key, those that are computed, and those that it leaves as they are. */
function savedOf(table: PgTable, ...left: readonly string[]) {
  const { name, columns, primaryKeys } = getTableConfig(table)
  const keys = primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
  const others = [...keys, 'version', 'created_at', 'updated_at', ...left]
  const saved = columns.filter((column) => column.generated === undefined && !others.includes(column.name))
  return { [`${name}.saved`]: saved.map((column) => column.name) }
}

/** The figures that reports show of orders. */
function reportedFigures(): readonly string[] {
  const names: string[] = []
  const seen = (name: string) => {
    names.push(name)
    return sql.raw(name)
  }
  salesColumns(
    (name) => seen(name).mapWith(Number),
    (name) => seen(name).mapWith(BigInt),
  )
  return names
}

/** The columns of its only parameter, `o`, that a function reads. */
function columnsReadBy(text: string, name: string): readonly string[] {
  const body = new RegExp(`FUNCTION app\\.${name}\\(o public\\.\\w+\\)[^$]*\\$\\$(.*?)\\$\\$;`, 's').exec(text)?.[1]
  if (body === undefined) throw new Error(`There is no function app.${name}(o).`)
  return [...new Set([...body.matchAll(/\bo\.(\w+)/g)].map(([, column = '']) => column))]
}

const searchedColumns = (text: string) => ['created_at', ...columnsReadBy(text, 'order_text')]

/** All lists, for SQL that has all functions in it. */
const listsFor = (text: string): Readonly<Record<string, readonly string[]>> => ({
  'events.types': eventTypes,
  'roles.managers': managers,
  'orders.created': writtenColumns('create'),
  'orders.edited': writtenColumns('edit'),
  'orders.acted': writtenColumns('act'),
  'orders.erased': writtenColumns('erase'),
  'orders.searched_texts': orderTextsWhere(({ isSearched }) => isSearched),
  'orders.removed_texts': orderTextsWhere(({ erased }) => erased === 'removed'),
  'orders.scrubbed_texts': orderTextsWhere(({ erased }) => erased === 'scrubbed'),
  'orders.searched': searchedColumns(text),
  // Of the others, only texts are searched.
  'orders.searched_whole': searchedColumns(text).filter((column) => !['lines', 'shipments'].includes(column)),
  ...Object.assign({}, ...[sales, activity, productSales, discountSales, citySales].map(figuresOf)),
  'sales.reported': reportedFigures(),
  ...savedOf(collections, 'products_count'),
  ...savedOf(deliveryMethods),
  ...savedOf(discounts, 'uses'),
  ...savedOf(
    customers,
    'anonymized_at',
    'orders_count',
    'total_spent_minor',
    'total_paid_minor',
    'last_order_at',
    'counted_version',
  ),
  ...savedOf(products, 'options'),
  ...savedOf(productVariants, 'archived_at'),
})

/**
 * A list that SQL has and does not write itself, in the line below its name and template:
 *
 *     -- each orders.edited: % = o.%
 *     notes = o.notes, tags = o.tags
 *
 * Of a template that ends in `,` or `;`, the last one does too.
 */
const list = /^( *)-- each ([\w.]+): (.+)\n(.*)$/gm

const escaped = (text: string) => text.replaceAll(/[^\w\s%]/g, (character) => `\\${character}`)

/** Whether a line is empty or was made from this template, and so may be overwritten. */
const isList = (line: string, template: string): boolean => {
  const item = escaped(template).replaceAll('%', '[\\w. ]+')
  return line.trim() === '' || new RegExp(`^ *${item}(?:,? ${item})*$`).test(line)
}

function lineOf(values: readonly string[], template: string): string {
  const items = values.map((value) => template.replaceAll('%', value))
  return items.join(/[,;]$/.test(template) ? ' ' : ', ')
}

type SqlFile = { readonly name: string; readonly text: string }

function filled<File extends SqlFile>(files: readonly File[]): readonly File[] {
  const lists = listsFor(files.map(({ text }) => text).join('\n'))
  return files.map((file) => ({
    ...file,
    text: file.text.replaceAll(list, (_, indent: string, name: string, template: string, line: string) => {
      const values = lists[name]
      if (values === undefined)
        throw new Error(`There is no list "${name}". dev/database/sql-lists.ts has all of them.`)
      if (!isList(line, template))
        throw new Error(`${file.name}: leave an empty line below "-- each ${name}: ${template}". The list comes there.`)
      return `${indent}-- each ${name}: ${template}\n${indent}${lineOf(values, template)}`
    }),
  }))
}

/** Files of SQL with their lists as they are now. Twice, because what a function reads can be a list itself. */
export const withLists = <File extends SqlFile>(files: readonly File[]): readonly File[] => filled(filled(files))
