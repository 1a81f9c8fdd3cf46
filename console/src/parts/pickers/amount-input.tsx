import { TextInput, type TextInputProps } from '@mantine/core'
import { useStore } from '../../service/store.ts'

/** A field for an amount in the currency of the store. */
export function AmountInput(props: TextInputProps) {
  const { currency } = useStore()
  return (
    <TextInput
      inputMode="decimal"
      dir="ltr"
      className="figures"
      leftSection={<span className="dimmed">{currency}</span>}
      leftSectionWidth={46}
      leftSectionPointerEvents="none"
      {...props}
    />
  )
}
