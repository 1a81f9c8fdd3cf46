import { Button, Group, Pill } from '@mantine/core'
import IconFilter from '@tabler/icons-react/icons/IconFilter'
import { type Address, changed } from './list-address.ts'
import { type Filter, type Names, parametersOf } from './list-filter.ts'
import { useSaid } from './said-filters.ts'
import { useMenu } from './use-menu.ts'
import { listWords } from '../words/list.ts'

/** Goes to another address, or to one made of the newest: two fields can change in one moment. */
export type Go = (next: Address | ((now: Address) => Address), replace?: boolean) => void

type Props = {
  readonly filters: readonly Filter<never>[]
  readonly address: Address
  readonly go: Go
  readonly names: Names
}

/** One menu with all filters. */
export function FilterButton(props: Props) {
  const { Menu, isPressed, toButton } = useMenu(() => import('./filter-menu.tsx'), { waits: true })
  const button = (
    <Button variant="default" leftSection={<IconFilter size={14} aria-hidden />} {...toButton}>
      {listWords.filter}
    </Button>
  )
  return Menu ? <Menu {...props} isOpen={isPressed} button={button} /> : button
}

/** What is chosen, each with a way to remove it. */
export function Chips({ filters, address, go, names }: Props) {
  const said = useSaid(address, names)
  const chosen = filters.flatMap((filter) => said(filter))
  if (chosen.length === 0) return null
  const none = Object.fromEntries(filters.flatMap(parametersOf).map((name) => [name, undefined]))
  return (
    <Group gap="xs">
      {chosen.map(({ name, text, chip }) => (
        <Pill
          key={name}
          size="md"
          maw="100%"
          withRemoveButton
          removeButtonProps={{ 'aria-label': listWords.remove(text), tabIndex: 0, 'aria-hidden': false }}
          onRemove={() => go((now) => changed(now, { [name]: undefined }))}
        >
          <bdi>{chip}</bdi>
        </Pill>
      ))}
      {chosen.length > 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => go((now) => changed(now, none))}>
          {listWords.clear}
        </Button>
      )}
    </Group>
  )
}
