import { customerColumnsElsewhere } from '../../../src/areas/customers/customer-columns-elsewhere.ts'
import { customerSheet } from '../../../src/areas/customers/customer-sheet.ts'
import { orderColumnsElsewhere } from '../../../src/areas/orders/transfer/order-columns-elsewhere.ts'
import { orderSheet } from '../../../src/areas/orders/transfer/order-sheet.ts'
import { productColumnsElsewhere } from '../../../src/areas/products/product-columns-elsewhere.ts'
import { productSheet } from '../../../src/areas/products/product-sheet.ts'
import { code, text } from '../../../src/platform/transfer/cell-types.ts'
import type { ColumnsElsewhere } from '../../../src/platform/transfer/columns-elsewhere.ts'
import type { Sheet } from '../../../src/platform/transfer/sheet.ts'
import type { ColumnTexts } from './column-text.ts'
import { customersFrom, ordersFrom, productsFrom } from './coming-from.ts'
import { customerTexts } from './customers.ts'
import { orderTexts } from './orders.ts'
import { productTexts } from './products.ts'

export type ColumnOfKind = {
  readonly name: string
  readonly isOfPart: boolean
  readonly isExported: boolean
  /** Absent: imports ignore the column. */
  readonly field?: string
  /** Whether an import can read the cell. */
  readonly isReadable: (cell: string) => boolean
}

export type Kind = {
  readonly name: 'products' | 'customers' | 'orders'
  readonly columns: readonly ColumnOfKind[]
  readonly parts: string | undefined
  readonly texts: ColumnTexts
  /** What else JSONL has, in Markdown. */
  readonly inJsonl?: string
  readonly elsewhere: ColumnsElsewhere
  readonly from: typeof ordersFrom
}

const isText = (type: unknown): boolean => type === text || type === code

/** The columns of a sheet, in their order. */
const columnsOf = <Entity, Part>({ columns }: Sheet<Entity, Part>): readonly ColumnOfKind[] =>
  columns.map((of) => {
    const isOfPart = 'part' in of
    const { name, write, target } = isOfPart ? of.part : of
    return {
      name,
      isOfPart,
      isExported: write !== undefined,
      ...(target && { field: target.field }),
      // A type returns a cell that it cannot read as it is. Texts and codes read any other text as itself.
      isReadable: (cell) => target === undefined || isText(target.type) || target.type.read(cell) !== cell,
    }
  })

/** In the order in which they are imported. */
export const kinds: readonly Kind[] = [
  {
    name: 'products',
    columns: columnsOf(productSheet),
    parts: productSheet.parts?.field,
    texts: productTexts,
    elsewhere: productColumnsElsewhere,
    from: productsFrom,
  },
  {
    name: 'customers',
    columns: columnsOf(customerSheet),
    parts: undefined,
    texts: customerTexts,
    elsewhere: customerColumnsElsewhere,
    from: customersFrom,
  },
  {
    name: 'orders',
    columns: columnsOf(orderSheet),
    parts: orderSheet.parts?.field,
    texts: orderTexts,
    inJsonl:
      '`address`, `delivery` and `tax` can replace their columns, and there is `shipments` ([imported orders](import-export.md#imported-orders)).',
    elsewhere: orderColumnsElsewhere,
    from: ordersFrom,
  },
]
