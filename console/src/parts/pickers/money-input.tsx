import { useState } from 'react'
import { useStore } from '../../service/store.ts'
import { amountText } from '../amount.ts'
import { AmountInput } from './amount-input.tsx'
import { parseAmount } from './parse-amount.ts'
import type { Picker } from './picker.ts'
import { useDraft } from './use-draft.ts'
import { listWords } from '../../words/list.ts'

/** An amount in the currency of the store, however it is typed. */
export function MoneyInput({ label, value, onChange, error }: Picker) {
  const { currency_exponent: decimals } = useStore()
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
    <AmountInput
      label={label}
      error={error ?? (isWrong && listWords.not_an_amount(amountText(1234.5, decimals)))}
      value={text}
      onChange={(event) => {
        type(event.currentTarget.value)
        setWrong(false)
      }}
      {...handlers}
    />
  )
}
