import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { boundColumns } from '../../platform/lists/bounded-list.ts'
import type { OwnComparison } from '../../platform/lists/conditions.ts'
import { total } from '../../platform/lists/list.ts'
import { preparedList } from '../../platform/lists/prepared-list.ts'
import { discounts } from '../../platform/db/schema/discounts.ts'
import { selection } from '../../platform/db/selection.ts'
import { refused } from '../../platform/errors/errors.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { SearchTerm } from '../../platform/values/text.ts'
import { Discount, discountColumns, discountStates, toDiscount } from './discount.ts'

const inState: OwnComparison = {
  name: 'in_discount_state',
  compare: (active, [state]) => sql`app.discount_state(${active}, starts_at, ends_at) = ${state}`,
}

/** The name of a discount, or its code. */
const likeDiscount: OwnComparison = {
  name: 'like_discount',
  compare: (name, [text]) =>
    sql`(strpos(app.fold(${name}), app.fold(${text}::text)) > 0 or strpos(code_key, app.discount_key(${text}::text)) > 0)`,
}

const readDiscounts = preparedList(selection({ total, row: discountColumns }), {
  table: discounts,
  conditions: {
    automatic: (automatic) => [{ column: 'code', is: automatic === 'true' ? 'null' : 'not_null' }],
    state: (state) => [{ column: 'active', is: inState, values: [state] }],
    search: (text) => [{ column: 'name', is: likeDiscount, values: [text] }],
  },
  bounds: {
    selected: selection({ total, ...boundColumns, row: discountColumns }),
    unique: 'code_key',
    served: [],
  },
})

export const listDiscounts = operation(
  {
    name: 'list_discounts',
    scope: 'catalog:read',
    input: z.strictObject({
      ...PageInput,
      search: SearchTerm.optional().describe('Searches code and name'),
      active: z.boolean().optional().describe('Whether it is switched on, whatever its dates').meta({ tool: false }),
      state: z.enum(discountStates).optional().describe('What it does now, by its switch and dates'),
      automatic: z.boolean().optional().describe('Whether it applies without a code').meta({ tool: false }),
    }),
    output: listOf(Discount),
  },
  async ({ read }, input) => {
    const page = openPage(input)
    const { search, active, state, automatic } = input
    if (active !== undefined && state !== undefined && active === (state === 'off'))
      throw refused('invalid_input', [
        {
          pointer: '/state',
          code: 'conflicting_fields',
          detail: 'state off means active false, and every other state active true. Send only one of the two.',
        },
      ])
    // A store has at most 500 discounts, so filters examine the newest rows and need no index.
    const { rows, stop, ...count } = await readDiscounts(read, {
      page,
      filter: { search, active, state, automatic },
      search: undefined,
    })
    return closePage(page, rows, count, toDiscount, { stop })
  },
)
