import { type ShopperLimit, shopperLimits } from '../../../areas/stores/store.ts'
import { Field } from '../ui/field.tsx'
import { useWords } from '../words/words.ts'

export const shopperLimitFields = [
  'reservation_hours',
  'max_orders_per_phone',
  'max_units_per_line',
  'max_units_per_order',
  'max_hourly_orders_per_address',
  'max_reserved_percent',
] as const satisfies readonly ShopperLimit[]

type Props = { fieldProps: (id: ShopperLimit) => { id: string; value: string; error: string | undefined } }

/** Limits on what shoppers can order before the store confirms it. */
export function ShopperLimitFields({ fieldProps }: Props) {
  const words = useWords().store.limits
  return (
    <>
      {pairs.map((pair) => (
        <div class="pair">
          {pair.map((id) => (
            <Field {...fieldProps(id)} {...words[id]} type="number" min={1} max={shopperLimits[id].max} />
          ))}
        </div>
      ))}
    </>
  )
}

const pairs: readonly (readonly ShopperLimit[])[] = [
  ['reservation_hours', 'max_reserved_percent'],
  ['max_units_per_line', 'max_units_per_order'],
  ['max_orders_per_phone', 'max_hourly_orders_per_address'],
]
