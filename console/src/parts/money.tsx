import { useStore } from '../service/store.ts'
import { amountText } from './amount.ts'

type Props = {
  /** Null: a sum that is too large to be exact. */
  readonly amount: number | null
  readonly withCurrency?: boolean
  /** It is at least this. */
  readonly isCapped?: boolean
}

/** An amount of the store. The currency is named once, in the head of a column or beside a total. */
export function Money({ amount, withCurrency = false, isCapped = false }: Props) {
  const { currency, currency_exponent: decimals } = useStore()
  const text = amount === null ? '—' : amountText(amount, decimals) + (isCapped ? '+' : '')
  // Isolated and from left to right, so that it never flips in Arabic.
  return (
    <bdi dir="ltr" className="figures">
      {withCurrency ? `${currency} ${text}` : text}
    </bdi>
  )
}
