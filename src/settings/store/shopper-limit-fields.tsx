import { type ShopperLimit, shopperLimits } from '../../stores/store.ts'
import { Field } from '../ui/field.tsx'

export const shopperLimitFields = [
  'reservation_hours',
  'max_orders_per_phone',
  'max_units_per_line',
  'max_units_per_order',
  'max_hourly_orders_per_address',
  'max_reserved_percent',
] as const satisfies readonly ShopperLimit[]

export const limitText: Readonly<Record<ShopperLimit, { readonly label: string; readonly help: string }>> = {
  reservation_hours: {
    label: 'Hours to confirm an order',
    help: 'After that, its stock goes back on sale. You can still confirm the order if there is enough stock',
  },
  max_orders_per_phone: {
    label: 'Unconfirmed orders per phone number',
    help: 'A shopper who reaches this must wait until you confirm or cancel one',
  },
  max_units_per_line: { label: 'Units of one item', help: 'In one line of an order. At most 100' },
  max_units_per_order: { label: 'Units in one order', help: 'All items together' },
  max_hourly_orders_per_address: {
    label: 'Orders per hour from one network',
    help: 'Raise this if many customers order from the same shop or office',
  },
  max_reserved_percent: {
    label: 'Stock for unconfirmed orders (%)',
    help: 'The share of an item’s stock that they may reserve together. Always at least one unit',
  },
}

type Props = { of: (id: ShopperLimit) => { id: string; value: string; wrong: string | undefined } }

/** Limits on what shoppers can order before the store confirms it. */
export const ShopperLimitFields = ({ of }: Props) => (
  <>
    {pairs.map((pair) => (
      <div class="pair">
        {pair.map((id) => (
          <Field {...of(id)} {...limitText[id]} type="number" min={1} max={shopperLimits[id].max} />
        ))}
      </div>
    ))}
  </>
)

const pairs: readonly (readonly ShopperLimit[])[] = [
  ['reservation_hours', 'max_reserved_percent'],
  ['max_units_per_line', 'max_units_per_order'],
  ['max_orders_per_phone', 'max_hourly_orders_per_address'],
]
