import type * as z from 'zod'
import type { listDiscounts } from '../../../areas/discounts/list-discounts.ts'
import type { Done, StoreSettings } from '../store/in-settings.ts'
import { storePage } from '../store/store-page.tsx'
import { OlderLink, pathTo } from '../ui/store-nav.tsx'
import { Good } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import { useWords } from '../words/words.ts'
import { DiscountItem } from './discount-row.tsx'
import { AddLink } from '../ui/buttons.tsx'
import { Card, Rows } from '../ui/card.tsx'

type Props = StoreSettings & {
  discounts: z.output<typeof listDiscounts.output>
  search: string
  mayChange: boolean
  done: Done | undefined
}

/** Settings, Discounts: the discounts of a store, newest first. */
export function discountsPage({ account, stores, store, discounts, search, mayChange, done }: Props): Page {
  const { data, meta } = discounts
  return storePage({
    account,
    stores,
    store,
    section: 'discounts',
    texts: (words) => words.discounts,
    body() {
      const { discounts: words, ui } = useWords()
      return (
        <>
          <Good text={done && words.done[done]} />
          <Card
            id="discounts"
            title={search === '' ? words.all : words.found}
            help={!mayChange && ui.viewersCannotChange}
          >
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
            <Rows
              rows={data.map((discount) => (
                <DiscountItem discount={discount} store={store} mayChange={mayChange} />
              ))}
              none={search === '' ? words.none : words.noneFound}
              noneHelp={search === '' && words.noneHelp}
            />
            <OlderLink meta={meta} section="discounts" list="discounts" store={store.slug} search={search} />
            {mayChange && <AddLink href={pathTo('discounts/new', { store: store.slug })} text={words.add} />}
          </Card>
        </>
      )
    },
  })
}
