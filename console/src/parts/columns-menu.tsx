import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox, Stack } from '@mantine/core'
import { useWords } from '../words/words.tsx'
import type { Address } from './list-address.ts'
import { columnsOf, withColumns } from './list-columns.ts'
import type { Column } from './list-description.ts'
import type { Go } from './list-filters.tsx'
import { type Behind, Popped } from './popped.tsx'
import { listWords } from '../words/list.ts'

type Props = Behind & {
  readonly columns: readonly [Column<never>, ...Column<never>[]]
  readonly address: Address
  readonly go: Go
}

/** Which columns a list shows. The first stays: it opens the row. */
export default function ColumnsMenu({ isOpen, button, columns, address, go }: Props) {
  const words = useWords()
  const [, ...shown] = columnsOf(columns, address)
  const choose = (chosen: readonly string[]) => go((now) => withColumns(columns, now, chosen), true)
  return (
    <Popped isOpen={isOpen} button={button} label={listWords.columns} width={220}>
      {() => (
        <Stack gap="sm" align="flex-start">
          <Checkbox.Group value={shown.map(({ name }) => name)} onChange={choose} aria-label={listWords.columns}>
            <Stack gap={6}>
              {columns.slice(1).map(({ name, title }) => (
                <Checkbox key={name} value={name} label={title(words)} size="xs" />
              ))}
            </Stack>
          </Checkbox.Group>
          {address['columns'] !== undefined && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => choose(columns.flatMap(({ name, isExtra }) => (isExtra ? [] : [name])))}
            >
              {listWords.usual_columns}
            </Button>
          )}
        </Stack>
      )}
    </Popped>
  )
}
