import { pathTo, type Section } from '../store/store-nav.tsx'

type Props = {
  meta: { next_cursor: string | null }
  section: Section
  list: 'tokens' | 'keys' | 'connections' | 'members'
  store: string
}

export const OlderLink = ({ meta, section, list, store }: Props) =>
  meta.next_cursor === null ? null : (
    <p>
      <a class="linkish" href={pathTo(section, { store, [list]: meta.next_cursor })}>
        Older {list === 'keys' ? 'API keys' : list}
      </a>
    </p>
  )
