import type { StoreSettings } from '../store/in-settings.ts'
import { pathTo } from '../ui/store-nav.tsx'
import { Name, plainName } from '../ui/name.tsx'
import type { Formats } from '../words/formats.ts'
import { useFormats, useWords, type Words } from '../words/words.ts'
import type { SavedDiscount } from './discount-draft.ts'
import { RowLink } from '../ui/buttons.tsx'
import { RowName } from '../ui/card.tsx'

type Props = { discount: SavedDiscount; store: StoreSettings['store']; mayChange: boolean }

export function DiscountItem({ discount, store, mayChange }: Props) {
  const { discounts: words, ui } = useWords()
  const formats = useFormats()
  const state = stateOf(discount)
  const except = exceptText(discount, words)
  const gives = [
    offText(discount, words, formats),
    goodsText(discount, words),
    ...(except === undefined ? [] : [except]),
  ]
  const used = [useText(discount, words, formats), ...timesText(discount, store.timezone, words, formats)]
  return (
    <li class="row">
      <div class="stack">
        <RowName text={discount.name}>
          {discount.automatic ? (
            <span class="tag">{words.automatic}</span>
          ) : (
            discount.code !== null &&
            discount.code !== discount.name && (
              <span class="tag">
                <Name text={discount.code} />
              </span>
            )
          )}
          {state && <span class={`tag ${state.look}`}>{words.state[state.name]}</span>}
        </RowName>
        <p class="fine">{gives.join(' · ')}</p>
        <p class="fine">{used.join(' · ')}</p>
      </div>
      {mayChange && (
        <RowLink href={pathTo(`discounts/${discount.id}`, { store: store.slug })} text={ui.edit} name={discount.name} />
      )}
    </li>
  )
}

/** Why shoppers cannot use a discount now, if so. */
function stateOf({ state, usage_limit, uses }: SavedDiscount) {
  if (state === 'off') return { name: 'off', look: 'warn' } as const
  if (state === 'expired') return { name: 'ended', look: 'bad' } as const
  if (usage_limit !== null && uses >= usage_limit) return { name: 'usedUp', look: 'bad' } as const
  return state === 'scheduled' ? ({ name: 'notStarted', look: 'warn' } as const) : undefined
}

type DiscountWords = Words['discounts']

function offText(
  { kind, value, max_amount, currency }: SavedDiscount,
  words: DiscountWords,
  { money }: Formats,
): string {
  if (kind === 'free_delivery') return words.freeDelivery
  if (kind === 'fixed') return words.off(money(value ?? 0, currency))
  const off = words.off(`${value}%`)
  return max_amount === null ? off : `${off}${words.comma}${words.atMost(money(max_amount, currency))}`
}

function goodsText({ applies_to: goods }: SavedDiscount, words: DiscountWords): string {
  if ('tags' in goods) return words.tags(plainName(goods.tags.join(words.comma), 200))
  if ('collection_ids' in goods) return words.collections(goods.collection_ids.length)
  return 'product_ids' in goods ? words.products(goods.product_ids.length) : words.goods.all
}

/** The goods that a discount is not for; undefined without any. */
export function exceptText(discount: SavedDiscount | undefined, words: DiscountWords): string | undefined {
  const { product_ids: products, collection_ids: collections, tags } = discount?.applies_to.except ?? {}
  const goods = [
    products && words.products(products.length),
    collections && words.collections(collections.length),
    tags && words.exceptTags(plainName(tags.join(words.comma), 200)),
  ].filter((text) => text !== undefined)
  return goods.length === 0 ? undefined : words.except(goods.join(words.comma))
}

function useText({ uses, usage_limit }: SavedDiscount, words: DiscountWords, { number }: Formats): string {
  const orders = words.orders(uses, number(uses))
  return usage_limit === null ? orders : words.ordersOf(orders, number(usage_limit))
}

/** In the time zone of the store, with hours and minutes. */
const timesText = (
  { starts_at, ends_at }: SavedDiscount,
  timezone: string,
  words: DiscountWords,
  { time }: Formats,
) => [
  ...(starts_at === null ? [] : [words.from(time(new Date(starts_at), timezone))]),
  ...(ends_at === null ? [] : [words.until(time(new Date(ends_at), timezone))]),
]
