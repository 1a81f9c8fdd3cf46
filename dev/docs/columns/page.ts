import { csvFile } from '../../../src/platform/transfer/import-file.ts'
import { type ColumnOfKind, type Kind, kinds } from './kinds.ts'

/** The text of a file in docs/samples. */
export type ReadSample = (file: string) => string

const opening = `# Columns of imports

The columns of [imports and exports](import-export.md) in CSV, in the order in which exports have them, and those of
Shopify and WooCommerce with the same content.

- An import needs only the columns that you have, in any order. A column that does not exist is refused, with the whole file.
- Upper and lower case are the same in a header, and so are spaces, hyphens and underscores: \`Compare-at price\` is
  \`compare_at_price\`.
- A product has a line for each variant, and an order for each item. Columns marked _each line_ belong to that line. All others need to
  be on only one of the lines, such as the first; what is on several must be the same.
- Columns marked _set by the service_ may stay in a file that was exported. Imports ignore them.
- A number has no thousands separators (\`1250.5\`), and an amount no currency sign. A time is in RFC 3339
  (\`2026-05-12T10:15:00+03:00\`); a date is the start of that day in the store's time zone. A list in a cell is separated by commas.

## Sample files

Import them in this order: orders name the products by SKU and the customers by \`external_id\`. With \`dry_run=true\`, nothing is saved.

| file | CSV | JSONL |
| - | - | - |
`

const sampleRow = ({ name }: Kind): string =>
  `| ${name} | ${sampleLink(name, 'csv')} | ${sampleLink(name, 'jsonl')} |\n`

const sampleLink = (name: string, format: string): string => `[${name}.${format}](samples/${name}.${format})`

/** docs/import-columns.md. Throws if a text, an example or a sample does not fit the columns. */
export function columnsPage(read: ReadSample): string {
  const problems = kinds.flatMap((kind) => problemsOf(kind, read(`${kind.name}.csv`)))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return `${opening}${kinds.map(sampleRow).join('')}${kinds.map(sectionOf).join('')}`
}

function problemsOf({ name: kind, columns, texts, elsewhere }: Kind, sample: string): readonly string[] {
  const names = columns.map(({ name }) => name)
  const read = columns.flatMap(({ name, field }) => (field === undefined ? [] : [name]))
  const header = csvFile(sample)
  return [
    ...names
      .filter((name) => !(name in texts))
      .map((name) => `dev/docs/columns/${kind}.ts does not describe the column ${name}.`),
    ...Object.keys(texts)
      .filter((name) => !names.includes(name))
      .map((name) => `dev/docs/columns/${kind}.ts describes ${name}, which is no column.`),
    ...columns
      .filter(({ name, isReadable }) => !isReadable(texts[name]?.[1] ?? ''))
      .map(({ name }) => `The example of ${name} of ${kind} cannot be imported.`),
    ...Object.keys(elsewhere)
      .filter((name) => !read.includes(name))
      .map((name) => `Columns elsewhere are named for ${name} of ${kind}, which imports do not read.`),
    ...(header.format === 'csv' ? header.header : [])
      .filter((name) => !read.includes(name))
      .map((name) => `docs/samples/${kind}.csv has the column ${name}, which imports do not read.`),
  ]
}

const titles = { products: 'Products', customers: 'Customers', orders: 'Orders' } as const satisfies Record<
  Kind['name'],
  string
>

const sectionOf = (kind: Kind): string => `
## ${titles[kind.name]}

| column | imported | what it is | example | Shopify | WooCommerce |
| - | - | - | - | - | - |
${kind.columns.map((column) => rowOf(kind, column)).join('')}
${fieldsOf(kind)}

**Coming from Shopify**

${kind.from.shopify.map((line) => `- ${line}\n`).join('')}
**Coming from WooCommerce**

${kind.from.woocommerce.map((line) => `- ${line}\n`).join('')}`

function rowOf({ texts, elsewhere }: Kind, column: ColumnOfKind): string {
  const { name, isOfPart, isExported, field } = column
  const [text = '', example = ''] = texts[name] ?? []
  const { shopify = [], woocommerce = [] } = elsewhere[name] ?? {}
  const cells = [
    `${codeOf(name)}${isOfPart ? ' _each line_' : ''}`,
    field === undefined ? 'set by the service' : isExported ? 'yes' : 'yes, not exported',
    capitalized(text),
    codeOf(example),
    namesOf(shopify),
    namesOf(woocommerce),
  ]
  return `| ${cells.join(' | ')} |\n`
}

/** A bar would end the cell of the table, also in code. */
const codeOf = (text: string): string => `\`${text.replaceAll('|', String.raw`\|`)}\``

const capitalized = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase())

/** Without names that an import reads as the one before: they differ in case, spaces or hyphens only. */
function namesOf(headers: readonly string[]): string {
  const keyOf = (header: string) => header.toLowerCase().replaceAll(/[\s-]+/g, '_')
  const keys = headers.map(keyOf)
  return headers
    .filter((header, at) => keys.indexOf(keyOf(header)) === at)
    .map(codeOf)
    .join(', ')
}

function fieldsOf({ columns, parts, inJsonl }: Kind): string {
  if (parts === undefined) return 'In JSONL, fields have the names of the columns.'
  const others = columns.flatMap(({ name, isOfPart, field = name }) =>
    isOfPart && field !== name ? [`\`${name}\` is \`${field}\``] : [],
  )
  return [
    `In JSONL, fields have the names of the columns. Those of each line are in the objects of \`${parts}\`, where ${sentence(others)}.`,
    ...(inJsonl === undefined ? [] : [inJsonl]),
  ].join(' ')
}

const sentence = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
