import type { deliveryMethods } from '../../../src/platform/db/schema/delivery-methods.ts'
import type { discounts } from '../../../src/platform/db/schema/discounts.ts'
import type { StoredTax } from '../../../src/platform/db/schema/stores.ts'
import type { StoreSlug } from '../identity/users.ts'

type Seeded<Row> = Omit<Row, 'storeId' | 'id' | 'position' | 'createdAt' | 'updatedAt'>

type CheckoutPlan = {
  readonly tax: StoredTax
  /** In the order in which shoppers see them. */
  readonly methods: readonly Seeded<typeof deliveryMethods.$inferInsert>[]
  readonly discounts: readonly Seeded<typeof discounts.$inferInsert>[]
}

const capital = ['Al Asimah', 'العاصمة', 'Hawalli', 'حولي']
const farwaniya = ['Farwaniya', 'الفروانية', 'Ahmadi', 'الأحمدي']
const jahra = ['Jahra', 'الجهراء', 'Mubarak Al-Kabeer', 'مبارك الكبير']

/** What the stores charge besides their goods. */
export const checkoutPlans: Readonly<Record<StoreSlug, CheckoutPlan>> = {
  acme: {
    tax: {
      rate: 4,
      label: 'Sales tax',
      prices_include_tax: false,
      tax_delivery: true,
      registration_number: null,
      country_rates: [{ country: 'CA', rate: 5 }],
    },
    methods: [
      { name: 'Standard', priceMinor: 499, freeFromMinor: 7500, minDays: 3, maxDays: 5 },
      {
        name: 'Express',
        zones: [{ country: 'US' }, { country: 'CA' }],
        priceMinor: 1250,
        ratePerKgMinor: 150,
        maxWeightG: 20_000,
        minDays: 1,
        maxDays: 2,
      },
    ],
    discounts: [
      { name: 'Welcome', code: 'WELCOME10', kind: 'percentage', percentage: 10, maxAmountMinor: 2500 },
      { name: 'Free delivery', code: 'FREESHIP', kind: 'free_delivery', minSubtotalMinor: 3000, combines: true },
      { name: 'Gift season', kind: 'percentage', percentage: 15, tags: ['gift'], combines: true },
    ],
  },
  globex: {
    tax: {
      rate: 5,
      label: 'VAT',
      prices_include_tax: true,
      tax_delivery: true,
      registration_number: '300012345600003',
      country_rates: [{ country: 'SA', rate: 15 }],
    },
    methods: [
      {
        name: 'توصيل العاصمة وحولي',
        zones: [{ country: 'KW', regions: capital }],
        priceMinor: 1000,
        freeFromMinor: 30_000,
        codFeeMinor: 250,
        minDays: 0,
        maxDays: 1,
      },
      {
        name: 'توصيل باقي المحافظات',
        zones: [{ country: 'KW', regions: [...farwaniya, ...jahra] }],
        priceMinor: 1750,
        freeFromMinor: 40_000,
        codFeeMinor: 250,
        minDays: 1,
        maxDays: 2,
      },
      { name: 'الاستلام من المعرض', kind: 'pickup', pickupAddress: 'السالمية، قطعة ٤، شارع سالم المبارك' },
    ],
    discounts: [{ name: 'عرض العيد', code: 'عيد ١٥', kind: 'percentage', percentage: 15, maxAmountMinor: 10_000 }],
  },
}
