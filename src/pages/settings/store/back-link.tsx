import type { Child } from 'hono/jsx'
import { pathTo } from '../ui/store-nav.tsx'

type Props = { to: Parameters<typeof pathTo>[0]; slug: string; children: Child }

/** Leads back to the page that a page was opened from. */
export const BackLink = ({ to, slug, children }: Props) => (
  <p>
    <a class="linkish" href={pathTo(to, { store: slug })}>
      {children}
    </a>
  </p>
)
