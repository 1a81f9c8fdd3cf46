import { useWords, type Words } from '../words/words.ts'

/** A page of a store. */
export type Section = keyof Words['ui']['sections']

const sections = [
  'mcp',
  'keys',
  'webhooks',
  'members',
  'store',
  'delivery',
  'tax',
  'discounts',
] as const satisfies Section[]

/** The current page among the pages of a store. */
export type StorePlace = { readonly section: Section; readonly slug: string }

export const pathTo = (section: Section | `${Section}/${string}`, query: Readonly<Record<string, string>>): string =>
  `/settings/${section}?${new URLSearchParams(query).toString()}`

/** The pages of one store. */
export const StoreNav = ({ section, slug }: StorePlace) => {
  const words = useWords().ui
  return (
    <nav class="tabs" aria-label={words.settings}>
      <ul>
        {sections.map((each) => (
          <li>
            <a href={pathTo(each, { store: slug })} {...(each === section && { 'aria-current': 'page' })}>
              {words.sections[each]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

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
