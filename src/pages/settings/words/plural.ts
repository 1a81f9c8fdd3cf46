import type { Language } from './language.ts'

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** Chooses the form of a noun that goes with a number: English has two, Arabic six. */
export const pluralIn = (language: Language) => {
  const rules = new Intl.PluralRules(language)
  return (count: number, forms: Forms): string => forms[rules.select(count)] ?? forms.other
}
