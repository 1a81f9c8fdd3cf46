import { toMajor } from '../../platform/values/money.ts'

/** The data of an event as the catalogue has it. Amounts are stored in minor units, as `amount_minor` or `total_minor`. */
export function inMajorUnits(data: unknown, exponent: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(Object(data)).map(([name, value]) => {
      const amount = /^(.*?)_?minor$/.exec(name)?.[1]
      if (amount === undefined || typeof value !== 'number') return [name, value]
      return [amount === 'amount' ? amount : `${amount}_amount`, toMajor(value, exponent)]
    }),
  )
}
