import { useStore } from '../service/store.ts'
import { amountText } from './amount.ts'

/** An amount of the store. The currency is named once, in the head of a column or beside a total. */
export function Money({ amount, withCurrency = false }: { readonly amount: number; readonly withCurrency?: boolean }) {
  const { currency, currency_exponent: decimals } = useStore()
  const text = amountText(amount, decimals)
  // Isolated and from left to right, so that it never flips in Arabic.
  return (
    <bdi dir="ltr" className="figures">
      {withCurrency ? `${currency} ${text}` : text}
    </bdi>
  )
}
