import type * as z from 'zod'
import type { listDiscounts } from '../../../areas/discounts/list-discounts.ts'
import type { Done, StoreSettings } from '../store/in-settings.ts'
import { PageHead } from '../store/page-head.tsx'
import { OlderLink, pathTo } from '../ui/store-nav.tsx'
import { Name } from '../ui/name.tsx'
import { Good } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import { useWords } from '../words/words.ts'
import { DiscountItem } from './discount-row.tsx'

type Props = StoreSettings & {
  discounts: z.output<typeof listDiscounts.output>
  search: string
  mayChange: boolean
  done: Done | undefined
}

/** Settings, Discounts: the discounts of a store, newest first. */
export function discountsPage({ account, stores, store, discounts, search, mayChange, done }: Props): Page {
  const { data, meta } = discounts
  return {
    title: (words) => words.discounts.title,
    account,
    place: { section: 'discounts', slug: store.slug },
    body() {
      const { discounts: words, ui } = useWords()
      const lead = words.lead(<Name text={store.name} />)
      return (
        <>
          <PageHead title={words.title} lead={lead} stores={stores} store={store} section="discounts" />
          <Good text={done && words.done[done]} />
          <section class="card" aria-labelledby="discounts">
            <header>
              <h2 id="discounts">{search === '' ? words.all : words.found}</h2>
              {!mayChange && <p class="fine">{ui.viewersCannotChange}</p>}
            </header>
            {(data.length > 0 || search !== '') && (
              <form class="switch" method="get" action="/settings/discounts">
                <input type="hidden" name="store" value={store.slug} />
                <div class="field">
                  <label for="search">{words.codeOrName}</label>
                  <input id="search" name="search" value={search} maxlength={200} dir="auto" autocomplete="off" />
                </div>
                <button>{ui.search}</button>
              </form>
            )}
            {data.length > 0 ? (
              <ul class="rows">
                {data.map((discount) => (
                  <DiscountItem discount={discount} store={store} mayChange={mayChange} />
                ))}
              </ul>
            ) : (
              <div class="empty">
                <strong>{search === '' ? words.none : words.noneFound}</strong>
                {search === '' && <p>{words.noneHelp}</p>}
              </div>
            )}
            <OlderLink meta={meta} section="discounts" list="discounts" store={store.slug} search={search} />
            {mayChange && (
              <div class="actions">
                <a class="button primary" href={pathTo('discounts/new', { store: store.slug })}>
                  {words.add}
                </a>
              </div>
            )}
          </section>
        </>
      )
    },
  }
}
