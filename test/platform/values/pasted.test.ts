import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { PeriodInput } from '../../../src/areas/analytics/period.ts'
import { CollectionFields } from '../../../src/areas/collections/collection-fields.ts'
import { CustomerFields } from '../../../src/areas/customers/customer.ts'
import { DiscountFields } from '../../../src/areas/discounts/discount-fields.ts'
import { InboundMessage } from '../../../src/areas/inbox/hooks/webhook.ts'
import { inviteMember } from '../../../src/areas/members/invite-member.ts'
import { payOrder, Shipping } from '../../../src/areas/orders/actions/action-operations.ts'
import { createOrder } from '../../../src/areas/orders/create-order.ts'
import { NewItem } from '../../../src/areas/orders/new-item.ts'
import { OrderFilters } from '../../../src/areas/orders/order-filters.ts'
import { newOrderTexts } from '../../../src/areas/orders/order-texts.ts'
import { OrderRecord } from '../../../src/areas/orders/transfer/order-record.ts'
import { FindingFilters } from '../../../src/areas/products/product-search.ts'
import { VariantFields } from '../../../src/areas/products/variant.ts'
import { Contact } from '../../../src/areas/storefront/public/shopper.ts'
import { StoreFields } from '../../../src/areas/stores/store.ts'
import {
  CustomerReference,
  OrderReference,
  ProductReference,
  VariantReference,
} from '../../../src/platform/references/reference.ts'
import { addressFields } from '../../../src/platform/values/address.ts'
import { ExternalId, id } from '../../../src/platform/values/ids.ts'
import { Currency } from '../../../src/platform/values/money.ts'
import { Identifier, Phrase, Tag } from '../../../src/platform/values/pasted.ts'
import { Email, Line, SearchTerm, Slug, StoreSlug, Tags, Text } from '../../../src/platform/values/text.ts'

/** Assigned code points that nobody sees. */
const marks = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
  /(?!\p{Cn})\p{Default_Ignorable_Code_Point}/u.test(character),
)

const joins = (mark: string) => /[\u{200c}\u{200d}]|[\u{fe00}-\u{fe0f}]/u.test(mark)

const placesIn = (text: string) => Array.from({ length: text.length + 1 }, (_, at) => at)
const put = (mark: string, text: string, at: number) => text.slice(0, at) + mark + text.slice(at)

/** What the schema makes of the text, or that it refuses it. */
const read = (schema: z.ZodType, text: unknown): unknown => {
  const { success, data } = schema.safeParse(text)
  return success ? data : 'refused'
}

const uuid = '0190a1b2-0000-7000-8000-00000000abcd'
const { discount_code, customer_phone, customer_id } = createOrder.input.shape

const identifiers: readonly (readonly [name: string, schema: z.ZodType, text: string])[] = [
  ['an identifier', Identifier(20), 'Ab 1-ＡＢ'],
  ['an id', id('order'), uuid],
  ['an external id', ExternalId, 'C-1'],
  ['an email address', Email, 'amal@shop.kw'],
  ['the address of an invitation', inviteMember.input.shape.email, 'Amal@Shop.kw'],
  ['a slug', Slug, 'أوشحة-wool'],
  ['the slug of a store', StoreSlug, 'wool-shop'],
  ['a country', addressFields.country, 'kw'],
  ['a currency', Currency, 'kwd'],
  ['a time zone', StoreFields.timezone, 'Asia/Kuwait'],
  ['a locale', StoreFields.locale, 'ar-KW'],
  ['the phone number of a store', StoreFields.contact_phone, '+965 22'],
  ['a SKU', VariantFields.sku, 'ＡＢ-1'],
  ['a barcode', VariantFields.barcode, '4006381333931'],
  ['a tracking number', Shipping.tracking_number, 'JD 0146'],
  ['a payment reference', payOrder.input.shape.reference, 'TX-9'],
  ['a purchase order number', newOrderTexts.po_number, 'PO 7'],
  ['a phone number', CustomerFields.phone, '+965 ٥١٠٤ 1065'],
  ["a shopper's phone number", Contact.phone, '00965 51041065'],
  ['the phone number of an order', customer_phone, '51041065'],
  ['the code of a discount', DiscountFields.code, 'SUMMER 10'],
  ['the code of an order', discount_code, 'summer10'],
  ['the collection of a list', FindingFilters.collection, 'wool'],
  ['the external id of a list', OrderFilters.external_id, 'O-1'],
  ['the id of an imported order', OrderRecord.shape.id, 'O-1'],
  ['the customer of an imported order', OrderRecord.shape.customer_id, 'C-1'],
  ['the currency of an imported order', OrderRecord.shape.currency, 'kwd'],
  ['the platform of an order', createOrder.input.shape.platform, 'whatsapp'],
  ['the platform of a list of orders', OrderFilters.platform, 'whatsapp'],
  ['the first day of a list of orders', OrderFilters.created_from, '2026-11-21'],
  ['the time of an imported order', OrderRecord.shape.created_at, '2026-11-21T08:00:00+03:00'],
  ['the start of a discount', DiscountFields.starts_at, '2026-11-21T08:00:00Z'],
  ['the end of the period of a report', PeriodInput.to, '2026-11-21T08:00:00+03:00'],
  ['an order', OrderReference, '#1204'],
  ['an order by its id', OrderReference, uuid.toUpperCase()],
  ['a customer by phone', CustomerReference, '+965 51041065'],
  ['a customer by email address', customer_id, 'amal@shop.kw'],
  ['a customer that a list is of', OrderFilters.customer_id, '51041065'],
  ['a product', ProductReference, 'Wool scarf'],
  ['a variant', VariantReference, 'AB-1'],
]

test.for(identifiers)(
  '%s is read without marks, wherever they are, and without surrounding white space',
  ([, schema, text]) => {
    const clean = read(schema, text)
    expect(clean).not.toBe('refused')
    const wrong = marks.flatMap((mark) =>
      placesIn(text).filter((at) => JSON.stringify(read(schema, put(mark, text, at))) !== JSON.stringify(clean)),
    )
    expect(wrong).toEqual([])
    for (const around of [`\u202a \u00a0${text}\u202c\t`, `\ufeff\n${text} \u200f `])
      expect(read(schema, around)).toEqual(clean)
  },
)

const phrases: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ['a tag', (text) => read(Tag, text)],
  ['one of several tags', (text) => Object(read(Tags, [text]))[0]],
  ['a rule of a collection', (text) => Object(Object(read(CollectionFields.rules, [{ tag: text }]))[0]).tag],
  ['the tag of a list of orders', (text) => read(OrderFilters.tag, text)],
  ['the tags of a list of products', (text) => Object(read(FindingFilters.tag, text))[0]],
  ['words', (text) => read(Phrase(200), text)],
  ['a search', (text) => read(SearchTerm, text)],
]

test.for(phrases)('%s keeps the marks that shape words and emoji, but only inside', ([, take]) => {
  const text = 'خواهم ab'
  for (const mark of marks) {
    const wrong = placesIn(text).filter((at) => {
      // A variation selector belongs to the character before it.
      const isKept = at > 0 && (at < text.length ? joins(mark) : /[\u{fe00}-\u{fe0f}]/u.test(mark))
      return take(put(mark, text, at)) !== (isKept ? put(mark, text, at) : text)
    })
    expect(wrong, mark.codePointAt(0)?.toString(16)).toEqual([])
  }
  expect(take(`\u200d \ufe0f${text}\u200c\u00a0\u202c`)).toBe(text)
  for (const kept of [
    'می\u200cخواهم 👩\u200d👩\u200d👧',
    '❤\ufe0f',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ])
    expect(take(kept)).toBe(kept)
})

test.for(['1204', '#1204', 'number:1204', '١٢٠٤', '#۱۲۰۴', '１２０４', '＃１２０４', '\u202a#\u200f١٢\u00ad٠٤\u202c'])(
  'the order 1204 can be written %s',
  (text) => {
    expect(OrderReference.parse(text)).toMatchObject({ kind: 'order', name: '1204' })
  },
)

describe('a limit', () => {
  test('counts what is left', () => {
    expect(Identifier(3).parse('\u202aabc\u202c')).toBe('abc')
    expect(Tags.parse([`\u200f${'a'.repeat(64)}\u200f`])).toEqual(['a'.repeat(64)])
    expect(Identifier(3).safeParse('abcd').success).toBe(false)
  })

  test('refuses marks alone, of which nothing is left', () => {
    for (const text of ['', '\u200f', ' \ufeff\u00ad '])
      for (const schema of [Identifier(9), Tag, Email, id('order'), Slug, OrderReference, ProductReference])
        expect(schema.safeParse(text).success).toBe(false)
    expect(SearchTerm.parse('\u200f')).toBeUndefined()
  })
})

test('free text keeps every mark', () => {
  for (const mark of marks.filter((mark) => mark.trim() !== ''))
    for (const text of [`${mark}ab`, `a${mark}b`, `ab${mark}`]) {
      expect(Line(10).parse(text)).toBe(text)
      expect(Text(10).parse(text)).toBe(text)
      expect(CustomerFields.name.parse(text)).toBe(text)
      expect(addressFields.line1.parse(text)).toBe(text)
    }
})

test('a message that a webhook brings keeps its text, and its sender loses the marks', () => {
  const from = { name: 'می\u200cنا', phone: '\u202a+965 5104 1065\u202c', email: '\u200famal@shop.kw' }
  expect(InboundMessage.parse({ from, body: '\u202bHello\u202c' })).toMatchObject({
    from: { name: 'می\u200cنا', phone: '+965 5104 1065', email: 'amal@shop.kw' },
    body: '\u202bHello\u202c',
  })
})

test('an item of an order names its product and SKU without marks, and its options as sent', () => {
  const options = { 'Si\u200cze': '\u200fS' }
  const item = { product_id: '\u202aAB-1\u202c', variant_sku: 'A\u200eB-1', variant_options: options, quantity: 1 }
  expect(NewItem.parse(item)).toMatchObject({
    product_id: { name: 'AB-1' },
    variant_sku: 'AB-1',
    variant_options: options,
  })
})
