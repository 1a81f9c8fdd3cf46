/** Every form of the language: Arabic has six (Unicode CLDR, Language Plural Rules). */
type Forms = {
  readonly en: { readonly one: string; readonly other: string }
  readonly ar: Readonly<Record<'zero' | 'one' | 'two' | 'few' | 'many' | 'other', string>>
}

export type Language = keyof Forms

const rules = new Map<string, Intl.PluralRules>()

/** A text with a number, written `#` where it stands. The digits are Latin in both languages. */
export function plural<Chosen extends Language>(language: Chosen, forms: Forms[Chosen]) {
  const all: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string } = forms
  return (count: number): string => {
    const rule = rules.get(language) ?? new Intl.PluralRules(language)
    rules.set(language, rule)
    return (all[rule.select(count)] ?? all.other).replace('#', new Intl.NumberFormat('en').format(count))
  }
}
