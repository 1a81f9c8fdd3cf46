import { Button, Checkbox, Group, Pill, Popover, Stack } from '@mantine/core'
import IconFilter from '@tabler/icons-react/icons/IconFilter'
import { useWords, type Words } from '../words/words.tsx'
import { type Address, changed, chosenOf, toggled } from './list-address.ts'

type Filter = {
  readonly name: string
  readonly title: (words: Words) => string
  readonly values?: (words: Words) => Readonly<Record<string, string>>
  readonly said?: (words: Words) => string
}

type Props = {
  readonly filters: readonly Filter[]
  readonly address: Address
  readonly go: (next: Address) => void
}

/** One menu with all filters; what is chosen is said beside it. */
export function ListFilters({ filters, address, go }: Props) {
  const words = useWords()
  const chosen = filters.flatMap(({ name, title, values, said }) =>
    chosenOf(address, name).map((value) => ({
      name,
      value,
      text: `${title(words)}: ${values?.(words)[value] ?? said?.(words) ?? value}`,
    })),
  )
  const none = Object.fromEntries(filters.map(({ name }) => [name, undefined]))
  return (
    <Group gap="xs">
      <Popover position="bottom-start" shadow="md" width={260} trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<IconFilter size={14} aria-hidden />}>
            {words.list.filter}
          </Button>
        </Popover.Target>
        <Popover.Dropdown mah={420} className="scrolls" aria-label={words.list.filter}>
          <Stack gap="md">
            {filters.map(
              ({ name, title, values }) =>
                values && (
                  <Checkbox.Group
                    key={name}
                    label={title(words)}
                    value={[...chosenOf(address, name)]}
                    onChange={(next) => go(changed(address, { [name]: next.join(',') }))}
                  >
                    <Stack gap={6} mt={6}>
                      {Object.entries(values(words)).map(([value, text]) => (
                        <Checkbox key={value} value={value} label={text} size="xs" />
                      ))}
                    </Stack>
                  </Checkbox.Group>
                ),
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {chosen.map(({ name, value, text }) => (
        <Pill
          key={`${name} ${value}`}
          size="md"
          withRemoveButton
          removeButtonProps={{ 'aria-label': words.list.remove(text), tabIndex: 0, 'aria-hidden': false }}
          onRemove={() => go(toggled(address, name, value))}
        >
          {text}
        </Pill>
      ))}
      {chosen.length > 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => go(changed(address, none))}>
          {words.list.clear}
        </Button>
      )}
    </Group>
  )
}
