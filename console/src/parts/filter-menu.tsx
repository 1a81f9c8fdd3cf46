import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Stack, Text, UnstyledButton } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown'
import { Fragment, useId, useState } from 'react'
import { useWords } from '../words/words.tsx'
import { FilterField } from './filter-field.tsx'
import { type Address, changed } from './list-address.ts'
import type { Filter, Names } from './list-filter.ts'
import type { Go } from './list-filters.tsx'
import { type Behind, Popped } from './popped.tsx'
import { useSaid } from './said-filters.ts'
import { listWords } from '../words/list.ts'

type Props = Behind & {
  readonly filters: readonly Filter<never>[]
  readonly address: Address
  readonly go: Go
  readonly names: Names
}

/** Every filter of a list, each behind its name. */
export default function FilterMenu({ isOpen, button, ...shown }: Props) {
  return (
    <Popped isOpen={isOpen} button={button} label={listWords.filter} width={320}>
      {() => <Rows {...shown} />}
    </Popped>
  )
}

function Rows({ filters, address, go, names }: Omit<Props, keyof Behind>) {
  const words = useWords()
  const said = useSaid(address, names)
  // The first is the one that is wanted most.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set(filters.slice(0, 1).map(({ name }) => name)))
  const id = useId()
  const toggle = (name: string) => setOpened((now) => (now.has(name) ? without(now, name) : new Set([...now, name])))
  return (
    <Stack gap={0}>
      {filters.map((filter, nth) => {
        const { name, kind } = filter
        const group = filter.group(words)
        const isShown = opened.has(name)
        return (
          <Fragment key={name}>
            {group !== filters[nth - 1]?.group(words) && (
              <Text component="h2" size="xs" c="dimmed" fw={500} m={0} pt={nth === 0 ? 0 : 12} pb={2}>
                {group}
              </Text>
            )}
            <UnstyledButton
              className="disclosure"
              aria-expanded={isShown}
              aria-controls={isShown ? `${id}${name}` : undefined}
              onClick={() => toggle(name)}
            >
              <span>{filter.title(words)}</span>
              <bdi className="cut dimmed grow">
                {said(filter)
                  .map(({ short }) => short)
                  .join(' · ')}
              </bdi>
              <IconChevronDown size={14} aria-hidden className="turns" />
            </UnstyledButton>
            {isShown && (
              <div
                id={`${id}${name}`}
                className={kind === 'dates' || kind === 'amounts' ? 'disclosed' : 'disclosed single'}
                role="group"
                aria-label={filter.title(words)}
              >
                <FilterField
                  filter={filter}
                  address={address}
                  names={names}
                  change={(changes) => go((now) => changed(now, changes))}
                />
              </div>
            )}
          </Fragment>
        )
      })}
    </Stack>
  )
}

const without = (names: ReadonlySet<string>, name: string) => new Set([...names].filter((each) => each !== name))
