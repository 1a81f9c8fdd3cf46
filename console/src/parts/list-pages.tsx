import { Button, Group } from '@mantine/core'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { Address } from './list-address.ts'
import { listWords } from '../words/list.ts'

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to that of the library
  interface HistoryState {
    /** How many entries of the browser's history one comes back through to the first page. */
    readonly pagesBefore?: number
  }
}

type PagesProps = { readonly address: Address; readonly next: string | null }

/** Each page is an address, so the browser's own way back works too. */
export function Pages({ address, next }: PagesProps) {
  const { history } = useRouter()
  const before = useLocation({ select: ({ state }) => state.pagesBefore ?? 0 })
  const { cursor, ...first } = address
  if (cursor === undefined && next === null) return null
  return (
    <Group justify="flex-end" component="nav" aria-label={listWords.pages}>
      {cursor !== undefined &&
        (before > 0 ? (
          <Button variant="default" onClick={() => history.back()}>
            {listWords.previous}
          </Button>
        ) : (
          <Button variant="default" renderRoot={(props) => <Link to="." search={first} {...props} />}>
            {listWords.first}
          </Button>
        ))}
      {next !== null && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="." search={{ ...first, cursor: next }} state={{ pagesBefore: before + 1 }} {...props} />
          )}
        >
          {listWords.next}
        </Button>
      )}
    </Group>
  )
}
