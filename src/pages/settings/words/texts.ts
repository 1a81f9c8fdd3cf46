import { html } from 'hono/html'
import type { Language } from '../../../platform/values/language.ts'

/** A text with markup, or with parts that the page makes. What it is filled with is escaped. */
export const rich = html

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** Chooses the form of a noun that goes with a number: English has two, Arabic six. */
export const pluralIn = (language: Language) => {
  const rules = new Intl.PluralRules(language)
  return (count: number, forms: Forms): string => forms[rules.select(count)] ?? forms.other
}
