import { StoreSwitch } from '../store/store-choice.tsx'
import type { StoreSettings } from '../store/in-settings.ts'
import { pathTo } from '../store/store-nav.tsx'
import { Name } from '../ui/name.tsx'
import { Good } from '../ui/notices.tsx'
import type { Page } from '../ui/page.tsx'
import type { Method } from './method-draft.ts'
import { countryName } from '../ui/country-text.ts'

const doneText = {
  created: 'The delivery method was added.',
  saved: 'Your changes are saved. Orders that exist already keep what they were charged.',
  deleted: 'The delivery method was deleted. Orders keep its name and price.',
} as const

export const doneOf = (param: string | undefined): keyof typeof doneText | undefined =>
  param === 'created' || param === 'saved' || param === 'deleted' ? param : undefined

type Props = StoreSettings & {
  methods: readonly Method[]
  mayChange: boolean
  done: keyof typeof doneText | undefined
}

/** Settings, Delivery: the delivery methods of a store. */
export function deliveryPage({ account, stores, store, methods, mayChange, done }: Props): Page {
  return {
    title: 'Delivery',
    account,
    place: { section: 'delivery', slug: store.slug },
    body: (
      <>
        <div class="head">
          <header class="stack">
            <h1>Delivery</h1>
            <p class="lead">
              How orders of <Name text={store.name} /> reach shoppers, and what they pay for it.
            </p>
          </header>
          <StoreSwitch stores={stores} current={store} section="delivery" />
        </div>
        <Good text={done && doneText[done]} />
        <section class="card" aria-labelledby="methods">
          <header>
            <h2 id="methods">Delivery methods</h2>
            <p class="fine">{mayChange ? 'In the order in which shoppers see them.' : 'Viewers cannot change them.'}</p>
          </header>
          {methods.length > 0 ? (
            <ul class="rows">
              {methods.map((method) => (
                <MethodRow method={method} slug={store.slug} mayChange={mayChange} />
              ))}
            </ul>
          ) : (
            <div class="empty">
              <strong>No delivery methods yet</strong>
              <p>Shoppers pay nothing for delivery, and can order from anywhere.</p>
            </div>
          )}
          {mayChange && (
            <div class="actions">
              <a class="button primary" href={pathTo('delivery/new', { store: store.slug })}>
                Add a delivery method
              </a>
            </div>
          )}
        </section>
      </>
    ),
  }
}

const MethodRow = ({ method, slug, mayChange }: { method: Method; slug: string; mayChange: boolean }) => (
  <li class="row">
    <div class="stack">
      <div class="named">
        <h3>
          <Name text={method.name} />
        </h3>
        {method.kind === 'pickup' && <span class="tag">Pick-up</span>}
        {!method.active && <span class="tag warn">Off</span>}
      </div>
      <p class="fine">{priceText(method)}</p>
      <p class="fine">
        <Name text={[placeText(method), daysText(method)].filter(Boolean).join(' · ')} maxLength={200} />
      </p>
    </div>
    {mayChange && (
      <a class="button" href={pathTo(`delivery/${method.id}`, { store: slug })}>
        Edit
        <span class="visually-hidden">
          {' '}
          <Name text={method.name} />
        </span>
      </a>
    )}
  </li>
)

function priceText({ price, free_from, rate_per_kg, cod_fee, currency }: Method): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const parts = [
    price === 0 && rate_per_kg === null ? 'Free' : format.format(price),
    rate_per_kg !== null && `plus ${format.format(rate_per_kg)} per kg`,
    free_from !== null && `free from ${format.format(free_from)}`,
    cod_fee !== null && `cash on delivery ${format.format(cod_fee)}`,
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

function placeText({ zones }: Method): string {
  if (zones.length === 0) return 'Everywhere'
  return zones
    .map(({ country, regions = [] }) => countryName(country) + (regions.length > 0 ? ` (${regions.join(', ')})` : ''))
    .join(', ')
}

function daysText({ estimated_days }: Method): string {
  if (!estimated_days) return ''
  const { min, max } = estimated_days
  if (min !== max) return `${min}–${max} days`
  return max === 0 ? 'the same day' : `${max} day${max === 1 ? '' : 's'}`
}
