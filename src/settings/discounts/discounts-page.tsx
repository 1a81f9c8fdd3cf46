import type * as z from 'zod'
import type { listDiscounts } from '../../discounts/list-discounts.ts'
import type { StoreSettings } from '../store/in-settings.ts'
import { StoreSwitch } from '../store/store-choice.tsx'
import { pathTo } from '../store/store-nav.tsx'
import { Name } from '../ui/name.tsx'
import { Good } from '../ui/notices.tsx'
import { OlderLink } from '../ui/older-link.tsx'
import type { Page } from '../ui/page.tsx'
import { DiscountRow } from './discount-row.tsx'

const doneText = {
  created: 'The discount was added.',
  saved: 'Your changes are saved. Orders that exist already keep what was taken off.',
  deleted: 'The discount was deleted. Orders keep what it took off.',
} as const

export const doneOf = (param: string | undefined): keyof typeof doneText | undefined =>
  param === 'created' || param === 'saved' || param === 'deleted' ? param : undefined

type Props = StoreSettings & {
  discounts: z.output<typeof listDiscounts.output>
  search: string
  mayChange: boolean
  now: Date
  done: keyof typeof doneText | undefined
}

/** Settings, Discounts: the discounts of a store, newest first. */
export function discountsPage({ account, stores, store, discounts, search, mayChange, now, done }: Props): Page {
  const { data, meta } = discounts
  return {
    title: 'Discounts',
    account,
    place: { section: 'discounts', slug: store.slug },
    body: (
      <>
        <div class="head">
          <header class="stack">
            <h1>Discounts</h1>
            <p class="lead">
              Codes and automatic discounts of <Name text={store.name} />.
            </p>
          </header>
          <StoreSwitch stores={stores} current={store} section="discounts" />
        </div>
        <Good text={done && doneText[done]} />
        <section class="card" aria-labelledby="discounts">
          <header>
            <h2 id="discounts">{search === '' ? 'All discounts' : 'Discounts found'}</h2>
            {!mayChange && <p class="fine">Viewers cannot change them.</p>}
          </header>
          {(data.length > 0 || search !== '') && (
            <form class="switch" method="get" action="/settings/discounts">
              <input type="hidden" name="store" value={store.slug} />
              <div class="field">
                <label for="search">Code or name</label>
                <input id="search" name="search" value={search} maxlength={200} dir="auto" autocomplete="off" />
              </div>
              <button>Search</button>
            </form>
          )}
          {data.length > 0 ? (
            <ul class="rows">
              {data.map((discount) => (
                <DiscountRow discount={discount} store={store} mayChange={mayChange} now={now} />
              ))}
            </ul>
          ) : (
            <div class="empty">
              <strong>{search === '' ? 'No discounts yet' : 'No discount has this code or name'}</strong>
              {search === '' && <p>Shoppers pay the prices of your products.</p>}
            </div>
          )}
          <OlderLink meta={meta} section="discounts" list="discounts" store={store.slug} search={search} />
          {mayChange && (
            <div class="actions">
              <a class="button primary" href={pathTo('discounts/new', { store: store.slug })}>
                Add a discount
              </a>
            </div>
          )}
        </section>
      </>
    ),
  }
}
