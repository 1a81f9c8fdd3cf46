import type { Child } from 'hono/jsx'
import type { Account } from '../page/layout.tsx'
import type { Page } from '../page/page.tsx'
import { Name } from '../ui/name.tsx'
import type { Section } from '../ui/store-nav.tsx'
import { useWords, type Words } from '../words/words.ts'
import { PageHead } from './page-head.tsx'
import type { MyStore } from './store-choice.tsx'

/** Who sees a page of a store, which store, and the stores to switch to. */
export type InStore = {
  readonly account: Account
  readonly stores: readonly MyStore[]
  readonly store: MyStore
}

type Props = InStore &
  Pick<Page, 'status' | 'body'> & {
    readonly section: Section
    readonly texts: (words: Words) => { readonly title: string; readonly lead: (store: Child) => Child }
  }

/** A page of the settings of a store, under its title and a sentence about it. */
export const storePage = ({ account, stores, store, section, status, texts, body: Body }: Props): Page => ({
  title: (words) => texts(words).title,
  account,
  place: { section, slug: store.slug },
  status,
  body() {
    const { title, lead } = texts(useWords())
    const about = lead(<Name text={store.name} />)
    return (
      <>
        <PageHead title={title} lead={about} stores={stores} store={store} section={section} />
        <Body />
      </>
    )
  },
})
