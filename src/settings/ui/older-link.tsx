import { pathTo, type Section } from '../store/store-nav.tsx'

type Props = {
  meta: { next_cursor: string | null }
  section: Section
  list: 'tokens' | 'keys' | 'connections' | 'members' | 'discounts'
  store: string
  search?: string
}

export const OlderLink = ({ meta, section, list, store, search = '' }: Props) =>
  meta.next_cursor === null ? null : (
    <p>
      <a class="linkish" href={pathTo(section, { store, ...(search !== '' && { search }), [list]: meta.next_cursor })}>
        Older {list === 'keys' ? 'API keys' : list}
      </a>
    </p>
  )
