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

type BackLinkProps = { to: Parameters<typeof pathTo>[0]; slug: string; children: Child }

/** Leads back to the page that a page was opened from. */
export const BackLink = ({ to, slug, children }: BackLinkProps) => (
  <p>
    <a class="linkish" href={pathTo(to, { store: slug })}>
      {children}
    </a>
  </p>
)
