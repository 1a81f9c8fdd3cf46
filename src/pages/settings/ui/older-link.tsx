import { pathTo, type Section } from './store-nav.tsx'
import { useWords, type Words } from '../words/words.ts'

type Props = {
  meta: { next_cursor: string | null }
  section: Section | `${Section}/${string}`
  list: keyof Words['ui']['older']
  store: string
  search?: string
  /** Other parameters that the next page needs. */
  filter?: Readonly<Record<string, string>>
}

export function OlderLink({ meta, section, list, store, search = '', filter = {} }: Props) {
  if (meta.next_cursor === null) return null
  const query = { store, ...(search !== '' && { search }), ...filter, [list]: meta.next_cursor }
  return (
    <p>
      <a class="linkish" href={pathTo(section, query)}>
        {useWords().ui.older[list]}
      </a>
    </p>
  )
}
