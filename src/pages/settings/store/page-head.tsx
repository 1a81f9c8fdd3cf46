import type { Child } from 'hono/jsx'
import { pathTo, type Section } from '../ui/store-nav.tsx'
import { type MyStore, StoreSwitch } from './store-choice.tsx'

type Props = { title: Child; lead: Child; stores: readonly MyStore[]; store: MyStore; section: Section }

/** The head of a page of a store, with the choice of another store. */
export const PageHead = ({ title, lead, stores, store, section }: Props) => (
  <div class="head">
    <header class="stack">
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
    </header>
    <StoreSwitch stores={stores} current={store} section={section} />
  </div>
)

type InnerProps = { to: Parameters<typeof pathTo>[0]; slug: string; back: Child; title: Child; lead?: Child }

/** The head of a page that was opened from another one, `back`. */
export const InnerHead = ({ to, slug, back, title, lead }: InnerProps) => (
  <header class="stack">
    <p>
      <a class="linkish" href={pathTo(to, { store: slug })}>
        {back}
      </a>
    </p>
    <h1>{title}</h1>
    {lead !== undefined && <p class="lead">{lead}</p>}
  </header>
)
