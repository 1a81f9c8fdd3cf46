import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Sort } from '../../platform/lists/keyset.ts'
import { total } from '../../platform/lists/list.ts'
import { preparedList } from '../../platform/lists/prepared-list.ts'
import { deliveryMethods } from '../../platform/db/schema/delivery-methods.ts'
import { selection } from '../../platform/db/selection.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { DeliveryMethod, deliveryMethodColumns, toDeliveryMethod } from './delivery-method.ts'

const readDeliveryMethods = preparedList(selection({ total, row: deliveryMethodColumns }), { table: deliveryMethods })

// A store has few methods, so that no index is needed. Their ids are in the order of creation.
const byPosition: Sort = { name: 'position', type: 'number', value: sql.identifier('position').getSQL() }

/** The order in which shoppers see them. */
export const listDeliveryMethods = operation(
  {
    name: 'list_delivery_methods',
    scope: 'catalog:read',
    input: z.strictObject(PageInput),
    output: listOf(DeliveryMethod),
  },
  async ({ read }, input) => {
    const page = openPage(input, true, 'number')
    const { rows, ...count } = await readDeliveryMethods(read, {
      page,
      filter: {},
      search: undefined,
      sort: byPosition,
    })
    return closePage(page, rows, count, toDeliveryMethod, { sortValue: ({ position }) => String(position) })
  },
)
