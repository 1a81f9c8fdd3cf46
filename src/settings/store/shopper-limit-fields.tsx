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

export const limitWords: Readonly<Record<ShopperLimit, { readonly label: string; readonly help: string }>> = {
  reservation_hours: {
    label: 'Hours to confirm an order',
    help: 'After that its stock goes back on sale. You can still confirm it while there is enough',
  },
  max_orders_per_phone: { label: 'Unconfirmed orders per phone number', help: 'Then the shopper waits for you' },
  max_units_per_line: { label: 'Units of one item', help: 'In one line of an order, at most 100' },
  max_units_per_order: { label: 'Units in one order', help: 'All its items together' },
  max_hourly_orders_per_address: {
    label: 'Orders per hour from one network',
    help: 'Raise it if many customers order from one shop or office',
  },
  max_reserved_percent: {
    label: 'Stock for unconfirmed orders, in percent',
    help: 'How much of the stock they may hold together; always at least one unit',
  },
}

type Props = { of: (id: ShopperLimit) => { id: string; value: string; wrong: string | undefined } }

/** What shoppers can order before the store confirms it. */
export const ShopperLimitFields = ({ of }: Props) => (
  <>
    {pairs.map((pair) => (
      <div class="pair">
        {pair.map((id) => (
          <Field {...of(id)} {...limitWords[id]} type="number" min={1} max={shopperLimits[id].max} />
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
