import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/ScrollArea.css'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useLanguage } from '../../words/words.tsx'
import { countryName } from '../country-name.ts'
import { countryCodes } from './country-codes.ts'
import type { Picker } from './picker.ts'
import { listWords } from '../../words/list.ts'

export function CountryPicker({ label, value, onChange, error }: Picker) {
  const language = useLanguage()
  const countries = useMemo(
    () =>
      countryCodes()
        .map((code) => ({ value: code, label: countryName(code, language) }))
        .toSorted((one, other) => one.label.localeCompare(other.label, language)),
    [language],
  )
  return (
    <Select
      label={label}
      error={error}
      placeholder={listWords.type_to_search}
      nothingFoundMessage={listWords.nothing_found}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': listWords.clear_field(label) }}
      data={countries}
      limit={50}
      comboboxProps={{ withinPortal: false }}
      value={value === '' ? null : value.toUpperCase()}
      onChange={(code) => onChange(code ?? '')}
    />
  )
}
