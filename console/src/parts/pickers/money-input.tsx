import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useStore } from '../../service/store.ts'
import { useWords } from '../../words/words.tsx'
import { amountText } from '../amount.ts'
import { parseAmount } from './parse-amount.ts'
import type { Picker } from './picker.ts'
import { useDraft } from './use-draft.ts'

/** An amount in the currency of the store, however it is typed. */
export function MoneyInput({ label, value, onChange, error }: Picker) {
  const words = useWords().list
  const { currency, currency_exponent: decimals } = useStore()
  const [isWrong, setWrong] = useState(false)
  const { text, type, handlers } = useDraft(value, (typed) => {
    const amount = typed === '' ? '' : parseAmount(typed, decimals)
    setWrong(amount === null)
    if (amount === null) return
    // The same amount, typed in another way.
    if (amount === value) type(value)
    else onChange(amount)
  })
  return (
    <TextInput
      label={label}
      error={error ?? (isWrong && words.not_an_amount(amountText(1234.5, decimals)))}
      inputMode="decimal"
      dir="ltr"
      className="figures"
      leftSection={<span className="dimmed">{currency}</span>}
      leftSectionWidth={46}
      leftSectionPointerEvents="none"
      value={text}
      onChange={(event) => {
        type(event.currentTarget.value)
        setWrong(false)
      }}
      {...handlers}
    />
  )
}
