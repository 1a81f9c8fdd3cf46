import type { StoreSettings } from '../store/in-settings.ts'
import { pathTo } from '../store/store-nav.tsx'
import { Name } from '../ui/name.tsx'
import type { Discount } from './discount-draft.ts'

type Props = { discount: Discount; store: StoreSettings['store']; mayChange: boolean; now: Date }

export function DiscountRow({ discount, store, mayChange, now }: Props) {
  const state = stateOf(discount, now)
  return (
    <li class="row">
      <div class="stack">
        <div class="named">
          <h3>
            <Name text={discount.name} />
          </h3>
          {discount.automatic ? (
            <span class="tag">Automatic</span>
          ) : (
            discount.code !== null &&
            discount.code !== discount.name && (
              <span class="tag">
                <Name text={discount.code} />
              </span>
            )
          )}
          {state && <span class={`tag ${state.look}`}>{state.text}</span>}
        </div>
        <p class="fine">
          <Name text={[offText(discount), goodsText(discount)].join(' · ')} maxLength={200} />
        </p>
        <p class="fine">{[useText(discount), ...timesText(discount, store.timezone)].join(' · ')}</p>
      </div>
      {mayChange && (
        <a class="button" href={pathTo(`discounts/${discount.id}`, { store: store.slug })}>
          Edit
          <span class="visually-hidden">
            {' '}
            <Name text={discount.name} />
          </span>
        </a>
      )}
    </li>
  )
}

/** Why shoppers cannot use a discount now, if so. */
function stateOf({ active, starts_at, ends_at, usage_limit, uses }: Discount, now: Date) {
  if (!active) return { text: 'Off', look: 'warn' }
  if (ends_at !== null && new Date(ends_at) <= now) return { text: 'Ended', look: 'bad' }
  if (usage_limit !== null && uses >= usage_limit) return { text: 'Used up', look: 'bad' }
  return starts_at !== null && new Date(starts_at) > now ? { text: 'Not started', look: 'warn' } : undefined
}

function offText({ kind, value, max_amount, currency }: Discount): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  if (kind === 'free_delivery') return 'Free delivery'
  if (kind === 'fixed') return `${format.format(value ?? 0)} off`
  return `${value}% off${max_amount === null ? '' : `, at most ${format.format(max_amount)}`}`
}

function goodsText({ applies_to: goods }: Discount): string {
  if ('tags' in goods) return `Tags: ${goods.tags.join(', ')}`
  if (!('product_ids' in goods)) return 'All products'
  return goods.product_ids.length === 1 ? '1 product' : `${goods.product_ids.length} products`
}

function useText({ uses, usage_limit }: Discount): string {
  const orders = `${uses.toLocaleString('en')} order${uses === 1 ? '' : 's'}`
  return usage_limit === null ? orders : `${orders} of ${usage_limit.toLocaleString('en')}`
}

/** In the time zone of the store, with hours and minutes. */
function timesText({ starts_at, ends_at }: Discount, timezone: string): string[] {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })
  const at = (time: string) => format.format(new Date(time))
  return [
    ...(starts_at === null ? [] : [`from ${at(starts_at)}`]),
    ...(ends_at === null ? [] : [`until ${at(ends_at)}`]),
  ]
}
