import { isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { VariantReference } from '../../platform/references/reference.ts'
import { storeOf } from '../../platform/db/in-stores.ts'
import { productVariants } from '../../platform/db/schema/products.ts'
import { operation } from '../../platform/operation/operation.ts'
import { refusal } from '../../platform/operation/refusals.ts'
import { Line } from '../../platform/values/text.ts'
import { readVariant, variantResult } from './read-variants.ts'
import { toVariant, Variant } from './variant.ts'

const Units = z.int().min(-1e9).max(1e9)

export const adjustInventory = operation(
  {
    name: 'adjust_inventory',
    scope: 'catalog:write',
    input: z
      .strictObject({
        variant_id: VariantReference,
        delta: Units.optional().describe('Units to add, or to remove if negative'),
        set: Units.min(0).optional().describe('New stock on hand').meta({ tool: 'On hand, with what is reserved' }),
        expected: Units.optional()
          .describe('Stock on hand as last read. If it is different now, the request fails')
          .meta({ tool: false }),
        reason: Line(200).describe('Recorded with the change, such as received, damaged or counted'),
      })
      .refine(({ delta, set }) => delta !== undefined || set !== undefined, {
        message: 'Send exactly one of delta and set.',
        path: ['delta'],
        params: { code: 'required' },
      })
      .refine(({ delta, set }) => delta === undefined || set === undefined, {
        message: 'Send exactly one of delta and set.',
        path: ['delta'],
        params: { code: 'conflicting_fields' },
      }),
    output: Variant,
    refusals: {
      stock_moved: refusal(
        'version_conflict',
        { on_hand: z.int(), expected: z.int() },
        ({ on_hand, expected }) =>
          `Stock on hand is ${on_hand}, not ${expected}. Read the variant again and repeat the change.`,
        { members: ({ on_hand }) => ({ on_hand }) },
      ),
      inventory_enough: refusal(
        'insufficient_stock',
        {},
        'Stock on hand cannot be less than zero or less than what orders have reserved. Remove fewer units, cancel orders first, or allow backorders.',
      ),
    },
  },
  async ({ write }, { variant_id, delta = null, set = null, expected = null, reason }) => {
    const row = await write({
      store: storeOf(productVariants, variant_id, isNull(productVariants.archivedAt)),
      statements: (db) => [
        db.execute(sql`select app.adjust_inventory(${variant_id}, ${delta}, ${set}, ${expected}, ${reason})`),
      ],
      result: variantResult(variant_id),
      read: readVariant,
    })
    return toVariant(row.variant, row)
  },
)
