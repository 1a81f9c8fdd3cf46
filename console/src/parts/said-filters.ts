import { useStore } from '../service/store.ts'
import { type Language, nameOf, useLanguage, useWords } from '../words/words.tsx'
import { amountText } from './amount.ts'
import { countryName } from './country-name.ts'
import { type Address, chosenOf } from './list-address.ts'
import type { Filter, Names } from './list-filter.ts'
import { dateText } from './time-text.ts'
import { listWords } from '../words/list.ts'

type Said = {
  /** The parameter. */
  readonly name: string
  /** Such as `Status: To confirm`, in full. */
  readonly text: string
  /** The same, with no more than a few of many values. */
  readonly chip: string
  /** These values alone. */
  readonly short: string
}

const maxShown = 3

const shortened = (texts: readonly string[], separator: string) =>
  texts.slice(0, maxShown).join(separator) + (texts.length > maxShown ? ` +${texts.length - maxShown}` : '')

/** How what is chosen of a filter is said. `names`: of what is chosen, by filter, if they are known. */
export function useSaid(address: Address, names: Names) {
  const words = useWords()
  const language = useLanguage()
  const { timezone, currency, currency_exponent: decimals } = useStore()
  const { said } = listWords
  const dayOf = (value: string) => dateText(value, language, timezone)
  const amountOf = (value: string) =>
    Number.isFinite(Number(value)) ? isolated(`${currency} ${amountText(Number(value), decimals)}`, language) : value

  const range = (
    name: string,
    title: string,
    textOf: (value: string) => string,
    [low, high]: readonly [typeof said.from, typeof said.from],
  ): readonly Said[] =>
    [
      { name: `${name}_from`, say: low },
      { name: `${name}_to`, say: high },
    ].flatMap(({ name: parameter, say }) => {
      const value = address[parameter]
      if (value === undefined) return []
      const text = say(title, textOf(value))
      return [{ name: parameter, text, chip: text, short: textOf(value) }]
    })

  return (filter: Filter<never>): readonly Said[] => {
    const { name, kind } = filter
    const title = filter.title(words)
    if (kind === 'dates') return range(name, title, dayOf, [said.from, said.until])
    if (kind === 'amounts') return range(name, title, amountOf, [said.at_least, said.at_most])
    const one = (short: string): readonly Said[] => [
      { name, short, text: `${title}: ${short}`, chip: `${title}: ${short}` },
    ]
    if (kind === 'choice') {
      const values = filter.values(words)
      const texts = chosenOf(address, name).map((value) => nameOf(values, value))
      if (texts.length === 0) return []
      const text = `${title}: ${texts.join(listWords.comma)}`
      const short = shortened(texts, listWords.comma)
      return [{ name, text, chip: `${title}: ${short}`, short }]
    }
    const value = address[name]
    if (value === undefined) return []
    if (kind === 'yes_no') return one(nameOf(filter.values(words), value))
    if (kind === 'date') return one(dayOf(value))
    if (kind === 'country') return one(countryName(value, language))
    if (kind === 'platform') return one(nameOf(listWords.platforms, value))
    if (kind === 'customer' || kind === 'variant') return one(names[name] ?? listWords.chosen)
    return one(value)
  }
}

/** From left to right in Arabic too. */
const isolated = (text: string, language: Language) => (language === 'ar' ? `\u2066${text}\u2069` : text)
