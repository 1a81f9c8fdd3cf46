import type { Done, StoreSettings } from '../store/in-settings.ts'
import { storePage } from '../store/store-page.tsx'
import { pathTo } from '../ui/store-nav.tsx'
import { Name } from '../ui/name.tsx'
import { Good } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import type { Formats } from '../words/formats.ts'
import { useFormats, useWords, type Words } from '../words/words.ts'
import type { Method } from './method-draft.ts'
import { AddLink, RowLink } from '../ui/buttons.tsx'
import { Card, Rows, RowName } from '../ui/card.tsx'

type Props = StoreSettings & {
  methods: readonly Method[]
  mayChange: boolean
  done: Done | undefined
}

/** Settings, Delivery: the delivery methods of a store. */
export function deliveryPage({ account, stores, store, methods, mayChange, done }: Props): Page {
  return storePage({
    account,
    stores,
    store,
    section: 'delivery',
    texts: (words) => words.delivery,
    body() {
      const { delivery: words, ui } = useWords()
      return (
        <>
          <Good text={done && words.done[done]} />
          <Card id="methods" title={words.methods} help={mayChange ? words.inOrder : ui.viewersCannotChange}>
            <Rows
              rows={methods.map((method) => (
                <MethodRow method={method} slug={store.slug} mayChange={mayChange} />
              ))}
              none={words.none}
              noneHelp={words.noneHelp}
            />
            {mayChange && <AddLink href={pathTo('delivery/new', { store: store.slug })} text={words.add} />}
          </Card>
        </>
      )
    },
  })
}

function MethodRow({ method, slug, mayChange }: { method: Method; slug: string; mayChange: boolean }) {
  const { delivery: words, ui } = useWords()
  const formats = useFormats()
  return (
    <li class="row">
      <div class="stack">
        <RowName text={method.name}>
          {method.kind === 'pickup' && <span class="tag">{words.pickup}</span>}
          {!method.active && <span class="tag warn">{words.off}</span>}
        </RowName>
        <p class="fine">{priceText(method, words, formats)}</p>
        <p class="fine">
          <Name
            text={[placeText(method, words, formats), daysText(method, words)].filter(Boolean).join(' · ')}
            maxLength={200}
          />
        </p>
      </div>
      {mayChange && (
        <RowLink href={pathTo(`delivery/${method.id}`, { store: slug })} text={ui.edit} name={method.name} />
      )}
    </li>
  )
}

type DeliveryWords = Words['delivery']

function priceText(method: Method, words: DeliveryWords, formats: Formats): string {
  const { price, free_from, rate_per_kg, cod_fee, currency } = method
  const money = (amount: number) => formats.money(amount, currency)
  const parts = [
    price === 0 && rate_per_kg === null ? words.free : money(price),
    rate_per_kg !== null && words.perKilogram(money(rate_per_kg)),
    free_from !== null && words.freeFrom(money(free_from)),
    cod_fee !== null && words.cashOnDelivery(money(cod_fee)),
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

function placeText({ zones }: Method, { everywhere, comma }: DeliveryWords, { countryName }: Formats): string {
  if (zones.length === 0) return everywhere
  return zones
    .map(({ country, regions = [] }) => countryName(country) + (regions.length > 0 ? ` (${regions.join(comma)})` : ''))
    .join(comma)
}

function daysText({ estimated_days }: Method, words: DeliveryWords): string {
  if (!estimated_days) return ''
  const { min, max } = estimated_days
  return max === 0 ? words.sameDay : words.inDays(min, max)
}
