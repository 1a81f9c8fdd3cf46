import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useStore } from '../service/store.ts'
import { useWords } from '../words/words.tsx'
import { type Address, addressOf } from './list-address.ts'
import { type ListDescription, listQuery } from './list-description.ts'
import { ListFilters } from './list-filters.tsx'
import { ListSearch } from './list-search.tsx'
import { ListRows, ListTable } from './list-table.tsx'
import { Failed, Loading, Told } from './states.tsx'

export function ListPage<Row extends { readonly id: string }, Query extends object>({
  list,
}: {
  readonly list: ListDescription<Row, Query>
}) {
  const words = useWords()
  const store = useStore()
  const navigate = useNavigate()
  const address = addressOf(
    useSearch({ strict: false }),
    list.filters.map(({ name }) => name),
  )
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(listQuery(list, store.slug, address))
  const go = (next: Address, replace = false) => void navigate({ to: '.', search: next, replace })
  const rows = data?.data ?? []
  const isNarrow = Object.keys(address).some((name) => name !== 'sort' && name !== 'cursor')
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const pathOf = (row: Row) => `/${store.slug}${list.path(row)}`
  const shown = { list, rows, address, go, pathOf, isStale: isPlaceholderData }
  return (
    <Stack gap="md">
      <Group justify="space-between" align="baseline">
        <Group gap="sm" align="baseline">
          <Title order={1}>{words.screens[list.name]}</Title>
          {data && rows.length > 0 && (
            <Text size="sm" c="dimmed" aria-live="polite">
              {data.meta.total_is_capped
                ? words.list.count_capped(list.count(words, data.meta.total - 1))
                : list.count(words, data.meta.total)}
            </Text>
          )}
        </Group>
      </Group>
      <Group gap="sm" align="flex-start">
        <ListSearch address={address} go={go} placeholder={list.placeholder(words)} />
        <ListFilters filters={list.filters} address={address} go={go} />
      </Group>
      {error && !data ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading rows={isPhone ? 8 : 14} height={isPhone ? 60 : 40} />
      ) : rows.length === 0 ? (
        isNarrow ? (
          <Told title={words.list.nothing_found} text={words.list.nothing_found_text}>
            <Button variant="default" onClick={() => go({})}>
              {words.list.clear}
            </Button>
          </Told>
        ) : (
          <Empty {...list.empty(words)} />
        )
      ) : (
        <div aria-busy={isFetching}>{isPhone ? <ListRows {...shown} /> : <ListTable {...shown} />}</div>
      )}
      <Pages address={address} next={data?.meta.next_cursor ?? null} />
      <RowKeys />
    </Stack>
  )
}

type EmptyProps = { readonly title: string; readonly text: string; readonly start: { text: string; path: string } }

function Empty({ title, text, start }: EmptyProps) {
  const { slug } = useStore()
  return (
    <Told title={title} text={text}>
      <Button renderRoot={(props) => <Link to={`/${slug}${start.path}`} {...props} />}>{start.text}</Button>
    </Told>
  )
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to that of the library
  interface HistoryState {
    /** How many entries of the browser's history one comes back through to the first page. */
    readonly pagesBefore?: number
  }
}

type PagesProps = { readonly address: Address; readonly next: string | null }

/** Each page is an address, so the browser's own way back works too. */
function Pages({ address, next }: PagesProps) {
  const words = useWords().list
  const { history } = useRouter()
  const before = useLocation({ select: ({ state }) => state.pagesBefore ?? 0 })
  const { cursor, ...first } = address
  if (cursor === undefined && next === null) return null
  return (
    <Group justify="flex-end" component="nav" aria-label={words.pages}>
      {cursor !== undefined &&
        (before > 0 ? (
          <Button variant="default" onClick={() => history.back()}>
            {words.previous}
          </Button>
        ) : (
          <Button variant="default" renderRoot={(props) => <Link to="." search={first} {...props} />}>
            {words.first}
          </Button>
        ))}
      {next !== null && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="." search={{ ...first, cursor: next }} state={{ pagesBefore: before + 1 }} {...props} />
          )}
        >
          {words.next}
        </Button>
      )}
    </Group>
  )
}

/** `j` and `k` move between the links of the rows, which Enter opens. Where the keys are, not what they print: Arabic has others. */
function RowKeys() {
  const move = (by: number) => {
    const links = [...document.querySelectorAll<HTMLElement>('[data-row]')]
    const at = links.findIndex((link) => link === document.activeElement)
    const next = links[at === -1 ? (by > 0 ? 0 : links.length - 1) : at + by]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useHotkeys([
    ['J', () => move(1), { usePhysicalKeys: true }],
    ['K', () => move(-1), { usePhysicalKeys: true }],
  ])
  return null
}
