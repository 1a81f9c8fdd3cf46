import { Button, Group, Pill } from '@mantine/core'
import IconFilter from '@tabler/icons-react/icons/IconFilter'
import { useWords } from '../words/words.tsx'
import { type Address, changed } from './list-address.ts'
import { type Filter, parametersOf } from './list-filter.ts'
import { useSaid } from './said-filters.ts'
import { useMenu } from './use-menu.ts'

/** Goes to another address, or to one made of the newest: two fields can change in one moment. */
export type Go = (next: Address | ((now: Address) => Address), replace?: boolean) => void

type Props = {
  readonly filters: readonly Filter<never>[]
  readonly address: Address
  readonly go: Go
  readonly customer: string | undefined
}

/** One menu with all filters. */
export function FilterButton(props: Props) {
  const words = useWords().list
  const { Menu, isPressed, toButton } = useMenu(() => import('./filter-menu.tsx'), { waits: true })
  const button = (
    <Button variant="default" leftSection={<IconFilter size={14} aria-hidden />} {...toButton}>
      {words.filter}
    </Button>
  )
  return Menu ? <Menu {...props} isOpen={isPressed} button={button} /> : button
}

/** What is chosen, each with a way to remove it. */
export function Chips({ filters, address, go, customer }: Props) {
  const words = useWords().list
  const said = useSaid(address, customer)
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
          removeButtonProps={{ 'aria-label': words.remove(text), tabIndex: 0, 'aria-hidden': false }}
          onRemove={() => go((now) => changed(now, { [name]: undefined }))}
        >
          <bdi>{chip}</bdi>
        </Pill>
      ))}
      {chosen.length > 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => go((now) => changed(now, none))}>
          {words.clear}
        </Button>
      )}
    </Group>
  )
}
