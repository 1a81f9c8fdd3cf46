import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/ScrollArea.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listCustomers } from '@merchant-commerce/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../service/client.ts'
import { useStore } from '../../service/store.ts'
import { useWords } from '../../words/words.tsx'
import type { Picker } from './picker.ts'

const waitMs = 250
const minLetters = 2

/** A customer of the store, found by name, phone or email. `name`: of the one that is chosen. */
export function CustomerPicker({ label, value, onChange, error, name }: Picker & { readonly name: string }) {
  const words = useWords().list
  const { slug } = useStore()
  const [typed, type] = useState('')
  const [search] = useDebouncedValue(typed.trim(), waitMs)
  const isEnough = search.length >= minLetters && search !== name
  const { data, isFetching } = useQuery({
    queryKey: [slug, 'customers', 'found', search],
    queryFn: ({ signal }) =>
      listCustomers({
        client: clientOf(slug),
        signal,
        query: { search, limit: 10, fields: 'id,name,phone,email' },
      }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  })
  const found = isEnough ? (data?.data ?? []) : []
  const chosen =
    value === '' || found.some(({ id }) => id === value) ? [] : [{ id: value, name, phone: null, email: null }]
  const known = [...found, ...chosen]
  return (
    <Select
      label={label}
      error={error}
      placeholder={words.type_to_search}
      nothingFoundMessage={
        typed.trim().length < minLetters ? words.type_more : isFetching ? words.searching : words.nothing_found
      }
      searchable
      clearable
      clearButtonProps={{ 'aria-label': words.clear_field(label) }}
      // The service has searched already.
      filter={({ options }) => options}
      data={known.map(({ id, name: text }) => ({ value: id, label: text }))}
      renderOption={({ option }) => {
        const customer = known.find(({ id }) => id === option.value)
        return (
          <>
            <bdi className="cut grow">{option.label}</bdi>
            <bdi dir="ltr" className="dimmed end">
              {customer?.phone ?? customer?.email}
            </bdi>
          </>
        )
      }}
      comboboxProps={{ withinPortal: false }}
      searchValue={typed}
      onSearchChange={type}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
