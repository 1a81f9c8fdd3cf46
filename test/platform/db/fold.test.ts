import { expect, test } from 'vitest'
import { z } from 'zod'
import { asOwner } from '../../support/sql.ts'

const Folded = z.array(z.object({ folded: z.string() })).length(1)

/** Assigned code points that nobody sees. */
const marks = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
  /(?!\p{Cn})\p{Default_Ignorable_Code_Point}/u.test(character),
)

async function fold(text: string): Promise<string | undefined> {
  return Folded.parse(await asOwner`select app.fold(${text}) as folded`)[0]?.folded
}

const cases: readonly (readonly [title: string, text: string, folded: string])[] = [
  ['case', 'SCARF', 'scarf'],
  ['accents', 'Crème BRÛLÉE', 'creme brulee'],
  ['a combining accent', 'cafe\u0301', 'cafe'],
  ['letters that unaccent expands', 'Straße Øre Æther', 'strasse ore aether'],
  ['full-width forms', 'ＡＢＣ１２３', 'abc123'],
  ['ligatures', 'ﬁne', 'fine'],
  ['Turkish dotted I', 'İzmir', 'izmir'],
  ['alef forms', 'أحمد إيمان آدم ٱلله', 'احمد ايمان ادم الله'],
  ['ya forms', 'منى علی مئة', 'مني علي ميه'],
  ['waw and ta-marbuta', 'مؤمن فاطمة', 'مومن فاطمه'],
  ['Persian kaf', 'کتاب', 'كتاب'],
  ['tashkeel', 'مُحَمَّدٌ', 'محمد'],
  ['tatweel', 'سـلام', 'سلام'],
  ['superscript alef', 'هٰذا', 'هذا'],
  ['presentation forms', 'ﻣﺤﻤﺪ', 'محمد'],
  ['Arabic-Indic digits', '٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['Persian digits', '۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['zero-width marks', 'a\u200bb\u200cc\u200dd\ufeffe', 'abcde'],
  ['direction marks', '\u200eabc\u200f \u202bdef\u202c \u2067g\u2069', 'abc def g'],
  ['mixed scripts', 'Café قهوة ٢٠٢٦', 'cafe قهوه 2026'],
  ['text with nothing to fold', 'plain text, 100%_\\ #1', 'plain text, 100%_\\ #1'],
  ['emoji', 'Gift 🎁', 'gift 🎁'],
  ['an empty string', '', ''],
]

test.for(cases)('folds %s', async ([, text, folded]) => {
  expect(await fold(text)).toBe(folded)
})

test.for(cases)('is idempotent: %s', async ([, text]) => {
  const once = (await fold(text)) ?? ''
  expect(await fold(once)).toBe(once)
})

test('search and SKUs ignore every mark that nobody sees', async () => {
  const marked = marks.map((mark) => `a${mark}b`)
  const rows = await asOwner`select m.marked, app.fold(m.marked) as folded, app.sku_key(m.marked) as sku
    from unnest(${marked}::text[]) as m(marked) where app.fold(m.marked) <> 'ab' or app.sku_key(m.marked) <> 'ab'`
  expect(rows).toEqual([])
})

test('a user id is the first half of a SHA-256 of issuer and subject', async () => {
  for (const [issuer, subject] of [
    ['https://identity.test', 'user_1'],
    ['https://identity.test/', 'user_1'],
    ['https://identity.test', 'مستخدم'],
  ] as const) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${issuer}\n${subject}`))
    const hex = new Uint8Array(digest).slice(0, 16).toHex()
    const [found] = await asOwner`select replace(app.user_id(${issuer}, ${subject})::text, '-', '') as id`
    expect(found?.['id']).toBe(hex)
  }
  // The id is stored in store_members: if it changed, everybody would lose their stores.
  const [fixed] = await asOwner`select app.user_id('https://identity.test', 'user_1') as id`
  expect(fixed?.['id']).toBe('06b29ab7-6b81-e48e-9ec9-e2cc74d22733')
})

test('the fast path folds every ASCII character, and any other text, like app.fold', async () => {
  const [different] = z.array(z.object({ texts: z.array(z.string()) })).parse(
    await asOwner`select coalesce(array_agg(t.text), '{}') as texts
      from (select chr(n) as text from generate_series(1, 127) as n
            union all select 'Ab ' || chr(n) from generate_series(1, 1700) as n) as t
     where app.quick_fold(t.text) is distinct from app.fold(t.text)`,
  )
  expect(different).toEqual({ texts: [] })
})
