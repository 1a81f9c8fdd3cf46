import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { id } from '../../platform/values/ids.ts'
import { undoPrices } from './undo-prices.ts'
import { checkPriceChange, PriceChange, updatePrices } from './update-prices.ts'

/** Changes many prices, or takes such a change back. */
export const changePrices = operation(
  {
    name: 'change_prices',
    scope: 'catalog:write',
    input: z
      .strictObject({
        ...PriceChange,
        dry_run: PriceChange.dry_run.unwrap().optional(),
        undo: id('price_change')
          .optional()
          .describe('change_id of a change of the last 24 hours: restores the prices from before')
          .meta({ tool: 'A change_id: restores old prices' }),
      })
      .superRefine(({ undo, ...change }, context) => {
        if (undo === undefined) return checkPriceChange({ ...change, dry_run: change.dry_run ?? true }, context)
        // dry_run: false is fine, because undo has no dry run.
        for (const [name, value] of Object.entries({ ...change, dry_run: change.dry_run || undefined }))
          if (value !== undefined)
            context.addIssue({
              code: 'custom',
              path: [name],
              message: 'is unused with undo, which is sent alone.',
              params: { code: 'option_unused' },
            })
      }),
    output: updatePrices.output
      .partial({ problems: true, archived: true })
      .extend(undoPrices.output.pick({ left: true, left_count: true }).partial().shape),
    refusals: { ...updatePrices.refusals, ...undoPrices.refusals },
  },
  async ({ caller }, { undo, dry_run = true, ...change }) =>
    undo === undefined
      ? updatePrices(caller, { dry_run, ...change })
      : { dry_run: false, change_id: null, ...(await undoPrices(caller, { change_id: undo })) },
)
