import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { getTimeline } from '../../../src/areas/customers/get-timeline.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { service } from '../../support/service.ts'
import { expectBody } from '../../support/shop.ts'

const merges = 300

// Few values, so that customers share them.
const phones = fc.constantFrom('5123 4567', '51234567', '2200-1100', '٢٢٠٠ ١١٠٠', '12345', 'ext. 1-2345')
const emails = fc.constantFrom('a@mail.test', 'A@mail.test', 'b@mail.test', 'c@work.test')
const texts = fc.constantFrom('Salmiya', 'Sharq, tower 2', 'شارع ٥', 'Block 4 "corner"')
const addresses = fc.oneof(
  texts,
  fc.record({ line1: texts, city: fc.constantFrom('Kuwait', 'حولي') }, { requiredKeys: ['line1'] }),
)

const people = fc.array(
  fc.record({
    name: fc.constantFrom('Amal', 'أمل', 'Noor'),
    phone: fc.option(phones),
    other_phones: fc.array(phones, { maxLength: 3 }),
    email: fc.option(emails),
    other_emails: fc.array(emails, { maxLength: 2 }),
    address: fc.option(texts),
    addresses: fc.array(addresses, { maxLength: 3 }),
    notes: fc.option(fc.constantFrom('Calls late', 'Calls', 'x'.repeat(3000), 'y'.repeat(4000))),
    tags: fc.array(fc.constantFrom('vip', 'VIP', 'b'), { maxLength: 2 }),
    blocked: fc.boolean(),
    orders: fc.integer({ min: 0, max: 2 }),
    note: fc.boolean(),
  }),
  { minLength: 2, maxLength: 5 },
)

const digits = (phone: string) =>
  /\d|[٠-٩]/.test(phone)
    ? phone
        .normalize('NFKC')
        .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
        .replaceAll(/\D/g, '')
    : phone
const sorted = (items: Iterable<string>) => [...new Set(items)].toSorted()
const present = <T>(value: T | null | undefined) => (value === null || value === undefined ? [] : [value])

test('nothing that customers had is lost when they are merged, whatever it is and however they are put together', async () => {
  const { owner, addCustomer, order } = await openScarfShop({ through: service(), on_hand: 10_000 })
  await fc.assert(
    fc.asyncProperty(people, fc.boolean(), async (given_, inSteps) => {
      const made = []
      for (const { orders, note, ...fields } of given_) {
        const customer = await addCustomer(fields)
        for (let turn = 0; turn < orders; turn++) await owner.post('/api/orders', order({ customer_id: customer.id }))
        if (note) await owner.post(`/api/customers/${customer.id}/notes`, { body: `By hand ${customer.id}` })
        made.push(expectBody(await owner.get(`/api/customers/${customer.id}`), 200, Customer))
      }
      const [keep, ...others] = made
      if (!keep) throw new Error('there are two at least')
      const steps = inSteps ? others.map(({ id }) => [id]) : [others.map(({ id }) => id)]
      for (const merge_ids of steps)
        expect((await owner.post('/api/customers/merge', { keep_id: keep.id, merge_ids })).status).toBe(200)
      const kept = expectBody(await owner.get(`/api/customers/${keep.id}`), 200, Customer)
      const timeline = expectBody(
        await owner.get(`/api/customers/${keep.id}/timeline?limit=100`),
        200,
        getTimeline.output,
      )

      const phonesOf = (customer: z.output<typeof Customer>) =>
        [...present(customer.phone), ...customer.other_phones].map(digits)
      const emailsOf = (of: z.output<typeof Customer>) =>
        [...present(of.email), ...of.other_emails].map((email) => email.toLowerCase())
      const addressesOf = (of: z.output<typeof Customer>) =>
        [...present(of.address), ...of.addresses].map((address) =>
          Object.entries(address).map(String).toSorted().join(),
        )
      for (const parts of [phonesOf, emailsOf, addressesOf])
        expect(sorted(parts(kept))).toEqual(sorted(made.flatMap(parts)))
      // Tags that differ in case are one.
      const keys = (tags: readonly string[]) => sorted(tags.map((tag) => tag.toLowerCase()))
      expect(keys(kept.tags)).toEqual(keys(made.flatMap(({ tags }) => tags)))
      expect(kept.blocked).toBe(made.some(({ blocked }) => blocked))
      expect(kept.orders_count).toBe(made.reduce((sum, { orders_count }) => sum + orders_count, 0))
      expect(kept.total_spent).toBe(made.reduce((sum, { total_spent }) => sum + (total_spent ?? 0), 0))
      expect(kept.last_order_at).toBe(
        made
          .map(({ last_order_at }) => last_order_at ?? '')
          .toSorted()
          .at(-1) || null,
      )
      for (const field of ['phone', 'email', 'address'] as const)
        expect(kept[field]).toBe(mainValue(kept, made, field, inSteps))

      const written = timeline.data.flatMap((entry) => (entry.kind === 'note' ? present(entry.body) : []))
      for (const { notes } of made)
        if (notes) expect([kept.notes ?? '', ...written].some((text) => text.includes(notes))).toBe(true)
      expect(written.filter((text) => text.startsWith('By hand'))).toHaveLength(
        given_.filter(({ note }) => note).length,
      )
      expect(timeline.data.filter(({ kind }) => kind === 'order')).toHaveLength(kept.orders_count)
      expect(timeline.data.filter((entry) => entry.kind === 'event' && entry.type === 'customer.created')).toHaveLength(
        made.length,
      )
    }),
    { numRuns: merges, seed: 20_261_121 },
  )
  const { meta } = z.object({ meta: z.object({ total: z.int() }) }).parse((await owner.get('/api/customers')).body)
  expect(meta.total).toBe(1 + merges)
})

/**
 * The kept customer's own value stays, else the first one that a merge brings. A merge that brings none makes a further
 * value of the merged customers the main one.
 */
function mainValue(
  kept: z.output<typeof Customer>,
  made: readonly z.output<typeof Customer>[],
  field: 'phone' | 'email' | 'address',
  inSteps: boolean,
): string | null {
  const merges = inSteps ? made.slice(1).map((_, index) => made.slice(0, index + 2)) : [made]
  for (const merged of merges) {
    const [main] = merged.flatMap((one) => present(one[field]))
    if (main !== undefined) return main
    const further = merged.flatMap((one) => (field === 'phone' ? one.other_phones : one.other_emails))
    if (field !== 'address' && further.length > 0) return kept[field]
  }
  return null
}
