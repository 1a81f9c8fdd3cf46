import { Group, Stack, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown'
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useStore } from '../service/store.ts'
import { useWords } from '../words/words.tsx'
import { type Address, sortedBy } from './list-address.ts'
import type { Column, ListDescription } from './list-description.ts'

type Props<Row extends { readonly id: string }, Query extends object> = {
  readonly list: ListDescription<Row, Query>
  readonly rows: readonly Row[]
  readonly address: Address
  readonly go: (next: Address) => void
  readonly pathOf: (row: Row) => string
  /** Whether these are the rows of the address before, until its own come. */
  readonly isStale: boolean
}

/** The whole row opens; its first cell is the link, for the keyboard and for a new tab. */
export function ListTable<Row extends { readonly id: string }, Query extends object>(props: Props<Row, Query>) {
  const { list, rows, address, go, pathOf, isStale } = props
  const navigate = useNavigate()
  const [first, ...others] = list.columns
  const open = (event: MouseEvent, row: Row) => {
    const isOwn = event.target instanceof Element && event.target.closest('a, button, input') !== null
    if (!isOwn && getSelection()?.isCollapsed !== false) void navigate({ to: pathOf(row) })
  }
  return (
    <Table highlightOnHover stickyHeader className={isStale ? 'list stale' : 'list'}>
      <Table.Thead>
        <Table.Tr>
          {list.columns.map((column, nth) => (
            <Head key={nth} column={column} address={address} go={go} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id} onClick={(event) => open(event, row)}>
            <Table.Th scope="row" fw={500}>
              <Link to={pathOf(row)} data-row="" preload="intent">
                {first.cell(row)}
              </Link>
            </Table.Th>
            {others.map(({ align, cell }, nth) => (
              <Table.Td key={nth} ta={align}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

type HeadProps<Row> = { readonly column: Column<Row>; readonly address: Address; readonly go: (next: Address) => void }

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
        <UnstyledButton className="sort" onClick={() => go(sortedBy(address, sort))}>
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
export function ListRows<Row extends { readonly id: string }, Query extends object>(props: Props<Row, Query>) {
  const { list, rows, pathOf, isStale } = props
  const words = useWords()
  return (
    <Stack component="ul" gap={0} className={isStale ? 'rows stale' : 'rows'}>
      {rows.map((row) => {
        const lines = list.phone(row)
        return (
          <li key={row.id}>
            <Link to={pathOf(row)} data-row="">
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
      })}
    </Stack>
  )
}
