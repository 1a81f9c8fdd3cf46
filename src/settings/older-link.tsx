type Props = {
  meta: { next_cursor: string | null }
  list: 'tokens' | 'connections'
  store: string
}

export const OlderLink = ({ meta, list, store }: Props) =>
  meta.next_cursor === null ? null : (
    <p>
      <a class="linkish" href={`/settings/mcp?${new URLSearchParams({ store, [list]: meta.next_cursor }).toString()}`}>
        Older {list}
      </a>
    </p>
  )
