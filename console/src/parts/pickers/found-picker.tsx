import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/ScrollArea.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { clientOf } from '../../service/client.ts'
import { useStore } from '../../service/store.ts'
import { listWords } from '../../words/list.ts'
import { keepPickedName } from '../picked-names.ts'
import type { Picker } from './picker.ts'

const waitMs = 250
const minLetters = 2

/** What a picker found: its name, and what tells it from others of that name. */
type Found = { readonly id: string; readonly name: string; readonly about: ReactNode }

/** A picker of something that the store has many of. `name`: of the one that is chosen. */
export type NamedPicker = Picker & { readonly name: string }

type Request = { readonly client: ReturnType<typeof clientOf>; readonly signal: AbortSignal }

type Props = NamedPicker & {
  readonly kind: string
  readonly find: (request: Request, search: string) => Promise<readonly Found[]>
}

/** One of many, which the service finds as one types. */
export function FoundPicker({ label, value, onChange, error, name, kind, find }: Props) {
  const { slug } = useStore()
  const [typed, type] = useState('')
  const [search] = useDebouncedValue(typed.trim(), waitMs)
  const isEnough = search.length >= minLetters && search !== name
  const { data, isFetching } = useQuery({
    queryKey: [slug, kind, 'found', search],
    queryFn: ({ signal }) => find({ client: clientOf(slug), signal }, search),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  })
  const found = isEnough ? (data ?? []) : []
  const chosen: readonly Found[] =
    value === '' || found.some(({ id }) => id === value) ? [] : [{ id: value, name, about: null }]
  const known = [...found, ...chosen]
  return (
    <Select
      label={label}
      error={error}
      placeholder={listWords.type_to_search}
      nothingFoundMessage={
        typed.trim().length < minLetters
          ? listWords.type_more
          : isFetching
            ? listWords.searching
            : listWords.nothing_found
      }
      searchable
      clearable
      clearButtonProps={{ 'aria-label': listWords.clear_field(label) }}
      // The service has searched already.
      filter={({ options }) => options}
      data={known.map(({ id, name: text }) => ({ value: id, label: text }))}
      renderOption={({ option }) => (
        <>
          <span className="cut grow">
            <bdi>{option.label}</bdi>
          </span>
          <span className="dimmed end">{known.find(({ id }) => id === option.value)?.about}</span>
        </>
      )}
      comboboxProps={{ withinPortal: false }}
      searchValue={typed}
      onSearchChange={type}
      value={value === '' ? null : value}
      onChange={(id) => {
        const picked = known.find((each) => each.id === id)
        if (picked) keepPickedName(slug, picked.id, picked.name)
        onChange(id ?? '')
      }}
    />
  )
}
