import type { PageMeta } from '../service/types.ts'
import { count, text } from '../language/language.ts'

type Props = {
  readonly meta: PageMeta
  readonly linkFor: (cursor: string | undefined) => string
  readonly isFirst: boolean
}

export const Pager = ({ meta, linkFor, isFirst }: Props) => (
  <div class="pager">
    <span class="quiet">{text(meta.total_is_capped ? 'found_more' : 'found', { total: count(meta.total) })}</span>
    {!isFirst && <a href={linkFor(undefined)}>{text('first_page')}</a>}
    {meta.next_cursor !== null && <a href={linkFor(meta.next_cursor)}>{text('next_page')}</a>}
  </div>
)
