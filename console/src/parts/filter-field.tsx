import { Checkbox, Group, Radio, Stack } from '@mantine/core'
import { useWords } from '../words/words.tsx'
import { type Address, chosenOf } from './list-address.ts'
import type { Filter, Names } from './list-filter.ts'
import { CountryPicker } from './pickers/country-picker.tsx'
import { CustomerPicker } from './pickers/customer-picker.tsx'
import { DateInput } from './pickers/date-input.tsx'
import { MoneyInput } from './pickers/money-input.tsx'
import { CityPicker } from './pickers/city-picker.tsx'
import { RegionPicker } from './pickers/region-picker.tsx'
import { VariantPicker } from './pickers/variant-picker.tsx'
import { PlatformPicker } from './pickers/platform-picker.tsx'
import { TagPicker } from './pickers/tag-picker.tsx'
import { TextPicker } from './pickers/text-picker.tsx'
import { listWords } from '../words/list.ts'

type Props = {
  readonly filter: Filter<never>
  readonly address: Address
  readonly names: Names
  readonly change: (changes: Readonly<Record<string, string>>) => void
}

const pickers = {
  text: TextPicker,
  tag: TagPicker,
  city: CityPicker,
  region: RegionPicker,
  country: CountryPicker,
  platform: PlatformPicker,
}

/** What a filter is chosen with. */
export function FilterField({ filter, address, names, change }: Props) {
  const words = useWords()
  const { name, kind } = filter
  const title = filter.title(words)
  const picker = (parameter: string, label: string) => ({
    label,
    value: address[parameter] ?? '',
    onChange: (value: string) => change({ [parameter]: value }),
  })
  if (kind === 'choice')
    return (
      <Checkbox.Group value={[...chosenOf(address, name)]} onChange={(next) => change({ [name]: next.join(',') })}>
        <Stack gap={6}>
          {Object.entries(filter.values(words)).map(([value, text]) => (
            <Checkbox key={value} value={value} label={text} size="xs" />
          ))}
        </Stack>
      </Checkbox.Group>
    )
  if (kind === 'yes_no')
    return (
      <Radio.Group aria-label={title} value={address[name] ?? ''} onChange={(value) => change({ [name]: value })}>
        <Stack gap={6}>
          {Object.entries({ '': listWords.any, ...filter.values(words) }).map(([value, text]) => (
            <Radio key={value} value={value} label={text} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
    )
  if (kind === 'dates' || kind === 'amounts') {
    const Input = kind === 'dates' ? DateInput : MoneyInput
    const [low, high] = kind === 'dates' ? [listWords.from, listWords.until] : [listWords.at_least, listWords.at_most]
    return (
      <Group gap="sm" grow align="flex-start">
        <Input {...picker(`${name}_from`, low)} />
        <Input {...picker(`${name}_to`, high)} />
      </Group>
    )
  }
  if (kind === 'date') return <DateInput {...picker(name, title)} />
  if (kind === 'customer' || kind === 'variant') {
    const ReferencePicker = kind === 'customer' ? CustomerPicker : VariantPicker
    return <ReferencePicker {...picker(name, title)} name={names[name] ?? listWords.chosen} />
  }
  const Picker = pickers[kind]
  return <Picker {...picker(name, title)} />
}
