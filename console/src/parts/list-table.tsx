import { Group, Stack, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown'
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useMemo, useRef } from 'react'
import { useStore } from '../service/store.ts'
import { useWords } from '../words/words.tsx'
import { type Address, sortedBy } from './list-address.ts'
import { columnsOf } from './list-columns.ts'
import { useDrawn } from './use-drawn.ts'
import type { Column, ListDescription } from './list-description.ts'
import type { Go } from './list-filters.tsx'

type Props<Row extends { readonly id: string }> = {
  readonly list: ListDescription<Row>
  readonly rows: readonly Row[]
  readonly address: Address
  readonly go: Go
  readonly pathOf: (row: Row) => string
  /** Whether it was shown before: the row or the place to return to must be there at once. */
  readonly isBack: boolean
  /** A row is being opened. */
  readonly leave: (path: string) => void
  /** Whether these are the rows of the address before, until its own come. */
  readonly isStale: boolean
}

/** The whole row opens; its first cell is the link, for the keyboard and for a new tab. */
export function ListTable<Row extends { readonly id: string }>(props: Props<Row>) {
  const { list, address, go, pathOf, leave, isStale } = props
  const navigate = useNavigate()
  const loadSoon = useLoadSoon()
  const columns = useMemo(() => columnsOf(list.columns, address), [list, address['columns']])
  const [first, ...others] = columns
  const isWide = columns.some(({ isExtra }) => isExtra)
  const open = (event: MouseEvent, path: string) => {
    const isOwn = event.target instanceof Element && event.target.closest('a, button, input') !== null
    if (isOwn || getSelection()?.isCollapsed === false) return
    leave(path)
    void navigate({ to: path })
  }
  const drawn = useDrawn(
    props,
    (row) => {
      const path = pathOf(row)
      return (
        <Table.Tr key={row.id} onClick={(event) => open(event, path)} {...loadSoon(path)}>
          <Table.Th scope="row" fw={500}>
            <Link to={path} data-row={path} preload="intent" onClick={() => leave(path)}>
              {first.cell(row)}
            </Link>
          </Table.Th>
          {others.map(({ name, align, cell }) => (
            <Table.Td key={name} ta={align}>
              {cell(row)}
            </Table.Td>
          ))}
        </Table.Tr>
      )
    },
    [columns, pathOf, leave],
  )
  const table = (
    <Table highlightOnHover stickyHeader={!isWide} className={isStale ? 'list stale' : 'list'}>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Head key={column.name} column={column} address={address} go={go} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{drawn}</Table.Tbody>
    </Table>
  )
  return isWide ? <div className="wide">{table}</div> : table
}

/** A pointer on its way to somewhere else passes rows sooner. */
const restMs = 60

/** What a row leads to is loaded when the pointer rests on the row. */
function useLoadSoon() {
  const router = useRouter()
  const timer = useRef(0)
  return (path: string) => ({
    onMouseEnter() {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => void router.preloadRoute({ to: path }), restMs)
    },
    onMouseLeave: () => clearTimeout(timer.current),
  })
}

type HeadProps<Row> = { readonly column: Column<Row>; readonly address: Address; readonly go: Go }

function Head<Row>({ column: { title, align, width, sort, isMoney }, address, go }: HeadProps<Row>) {
  const words = useWords()
  const { currency } = useStore()
  const text = isMoney ? `${title(words)} (${currency})` : title(words)
  const direction = sort === undefined ? undefined : directionOf(address['sort'], sort)
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <Table.Th scope="col" ta={align} w={width} aria-sort={direction}>
      {sort === undefined ? (
        text
      ) : (
        <UnstyledButton className="sort" onClick={() => go((now) => sortedBy(now, sort))}>
          {text}
          {direction && <Arrow size={12} aria-hidden />}
        </UnstyledButton>
      )}
    </Table.Th>
  )
}

const directionOf = (sort: string | undefined, name: string) =>
  sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined

/** Two lines a row, for a phone. */
export function ListRows<Row extends { readonly id: string }>(props: Props<Row>) {
  const { list, pathOf, leave, isStale } = props
  const words = useWords()
  const drawn = useDrawn(
    props,
    (row) => {
      const lines = list.phone(row)
      const path = pathOf(row)
      return (
        <li key={row.id}>
          <Link to={path} data-row={path} onClick={() => leave(path)}>
            <VisuallyHidden>{words.screens.order} </VisuallyHidden>
            {[lines.first, lines.second].map(([start, end], nth) => (
              <Group key={nth} justify="space-between" wrap="nowrap" gap="sm" component="span">
                <bdi className="cut">{start}</bdi>
                <span className="end">{end}</span>
              </Group>
            ))}
          </Link>
        </li>
      )
    },
    [list, pathOf, leave],
  )
  return (
    <Stack component="ul" gap={0} className={isStale ? 'rows stale' : 'rows'}>
      {drawn}
    </Stack>
  )
}
