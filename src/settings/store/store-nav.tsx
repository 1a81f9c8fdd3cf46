const sections = {
  mcp: 'Assistants',
  keys: 'API keys',
  members: 'Members',
  store: 'Store',
  delivery: 'Delivery',
  tax: 'Tax',
  discounts: 'Discounts',
} as const

export type Section = keyof typeof sections

/** The current page among the pages of a store. */
export type Place = { readonly section: Section; readonly slug: string }

export const pathTo = (section: Section | `${Section}/${string}`, query: Readonly<Record<string, string>>): string =>
  `/settings/${section}?${new URLSearchParams(query).toString()}`

/** The pages of one store. */
export const StoreNav = ({ section, slug }: Place) => (
  <nav class="tabs" aria-label="Settings">
    <ul>
      {(['mcp', 'keys', 'members', 'store', 'delivery', 'tax', 'discounts'] as const).map((each) => (
        <li>
          <a href={pathTo(each, { store: slug })} {...(each === section && { 'aria-current': 'page' })}>
            {sections[each]}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
