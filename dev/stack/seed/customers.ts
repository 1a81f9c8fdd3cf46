import type { AddressRecord } from '../../../src/platform/values/address.ts'
import { addressText } from '../../../src/platform/values/address-format.ts'
import type { customers } from '../../../src/platform/db/schema/customers.ts'
import type { Random } from './random.ts'
import type { StorePlan } from './stores.ts'

/** One address each, or none. */
export type Customer = typeof customers.$inferInsert & { id: string; createdAt: Date; addresses: AddressRecord[] }

const latin = {
  first: [
    'Amelia',
    'Noah',
    'Zoë',
    'Liam',
    'Chloé',
    'José',
    'Ingrid',
    'Mateo',
    'Priya',
    'Sofía',
    'Björn',
    'Nadia',
    'Omar',
    'Łukasz',
  ],
  last: [
    'Carter',
    'Nguyen',
    'Müller',
    'O’Brien',
    'García',
    'Haddad',
    'Kowalska',
    'Larsen',
    'Patel',
    'Dubois',
    'Santos',
  ],
}
const arabic = {
  first: [
    'أحمد',
    'فاطمة',
    'محمد',
    'نورة',
    'عبدالله',
    'مريم',
    'يوسف',
    'سارة',
    'خالد',
    'هدى',
    'إبراهيم',
    'آمنة',
    'علي',
    'ليلى',
  ],
  last: [
    'العنزي',
    'المطيري',
    'الرشيدي',
    'الصباح',
    'الحربي',
    'البلوشي',
    'القحطاني',
    'الأنصاري',
    'السالم',
    'الكندري',
    'حمادة',
  ],
}

export function planCustomers(
  plan: StorePlan,
  storeId: string,
  random: Random,
  openedAt: Date,
  count: number,
): Customer[] {
  return Array.from({ length: count }, (_, nth) => {
    const names = nth % 10 < plan.arabicNames ? arabic : latin
    // Steps that are coprime with the lengths, so that no name occurs twice.
    const first = names.first[nth % names.first.length] ?? ''
    const last = names.last[(nth * 3) % names.last.length] ?? ''
    const createdAt = new Date(openedAt.getTime() + random.integer(0, 28 * 86_400_000))
    const phone = random.chance(0.92) ? plan.phone(nth) : undefined
    const email = random.chance(0.6) ? `customer${nth + 1}@${plan.slug}-mail.test` : null
    const addresses = random.chance(0.85) ? [random.pick(plan.addresses)] : []
    return {
      ...random.row(storeId, createdAt),
      name: `${first} ${last}`,
      phone: phone?.given ?? null,
      phoneE164: phone?.e164 ?? null,
      email,
      address: addresses.map(addressText)[0] ?? null,
      addresses,
      notes: nth % 9 === 0 ? 'Prefers WhatsApp' : null,
      tags: nth % 11 === 0 ? ['vip'] : nth % 5 === 0 ? ['wholesale'] : [],
    }
  })
}
