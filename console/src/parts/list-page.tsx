import './list.css'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import IconColumns3 from '@tabler/icons-react/icons/IconColumns3'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useStore } from '../service/store.ts'
import { useWords } from '../words/words.tsx'
import { type Address, allOf, isSame } from './list-address.ts'
import type { Names } from './list-filter.ts'
import { type Column, knownAddress, type ListDescription, listQuery } from './list-description.ts'
import { Chips, FilterButton, type Go } from './list-filters.tsx'
import { Pages } from './list-pages.tsx'
import { useListPlace } from './list-place.ts'
import { ListSearch } from './list-search.tsx'
import { ListRows, ListTable } from './list-table.tsx'
import { ListTabs } from './list-tabs.tsx'
import { Failed, Loading, Told } from './states.tsx'
import { pickedNames } from './picked-names.ts'
import { useIsPhone } from './use-is-phone.ts'
import { useMenu } from './use-menu.ts'
import { listWords } from '../words/list.ts'

export function ListPage<Row extends { readonly id: string }>({ list }: { readonly list: ListDescription<Row> }) {
  const words = useWords()
  const store = useStore()
  const navigate = useNavigate()
  const address = knownAddress(list, useSearch({ strict: false }))
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(listQuery(list, store.slug, address))
  const go: Go = (next, replace = false) =>
    void navigate({
      to: '.',
      search: typeof next === 'function' ? (now: Address) => next(knownAddress(list, now)) : next,
      replace,
    })
  const rows = data?.data ?? []
  const { data: picked } = useQuery(pickedNames(store.slug))
  const { leave, isBack } = useListPlace(store.slug, list.name, address, data !== undefined && !isPlaceholderData)
  const isNarrow = !isSame(address, allOf(address))
  const isPhone = useIsPhone()
  const pathOf = useCallback((row: Row) => `/${store.slug}${list.path(row)}`, [store.slug, list])
  const shown = { list, rows, isBack, address, go, pathOf, leave, isStale: isPlaceholderData }
  const filters = {
    filters: list.filters,
    address,
    go,
    names: namesIn(list, rows, address, picked),
  }
  return (
    <Stack gap="md">
      <Group gap="sm" align="baseline">
        <Title order={1}>{words.screens[list.name]}</Title>
        {data && rows.length > 0 && (
          <Text size="sm" c="dimmed" aria-live="polite">
            {data.meta.total_is_capped
              ? listWords.count_capped(list.count(words, data.meta.total - 1))
              : list.count(words, data.meta.total)}
          </Text>
        )}
      </Group>
      <ListTabs list={list} address={address} />
      <Group gap="sm" align="flex-start">
        <ListSearch address={address} go={go} placeholder={list.placeholder(words)} />
        <FilterButton {...filters} />
        {!isPhone && <ColumnsButton columns={list.columns} address={address} go={go} />}
      </Group>
      <Chips {...filters} />
      {error && !data ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading rows={isPhone ? 8 : 14} height={isPhone ? 60 : 40} />
      ) : rows.length === 0 ? (
        isNarrow ? (
          <Told title={listWords.nothing_found} text={listWords.nothing_found_text}>
            <Button variant="default" onClick={() => go(allOf)}>
              {listWords.clear}
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

/** What is chosen is called as a row says, or as it was called when it was picked. */
const namesIn = <Row extends { readonly id: string }>(
  { filters }: ListDescription<Row>,
  rows: readonly Row[],
  address: Address,
  picked: Names,
): Names =>
  Object.fromEntries(
    filters.flatMap((filter) => {
      const id = address[filter.name]
      if (id === undefined || !('nameIn' in filter)) return []
      const said = rows.map((row) => filter.nameIn(row, id)).find((name) => name !== undefined)
      return [[filter.name, said ?? picked[id]]]
    }),
  )

type ColumnsProps = {
  readonly columns: readonly [Column<never>, ...Column<never>[]]
  readonly address: Address
  readonly go: Go
}

function ColumnsButton(props: ColumnsProps) {
  const { Menu, isPressed, toButton } = useMenu(() => import('./columns-menu.tsx'), { waits: true })
  const button = (
    <Button variant="default" leftSection={<IconColumns3 size={14} aria-hidden />} {...toButton}>
      {listWords.columns}
    </Button>
  )
  return Menu ? <Menu {...props} isOpen={isPressed} button={button} /> : button
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
