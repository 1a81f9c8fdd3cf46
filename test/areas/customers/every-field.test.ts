import { expect, test } from 'vitest'
import type * as z from 'zod'
import { createCustomer } from '../../../src/areas/customers/create-customer.ts'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { updateCustomer } from '../../../src/areas/customers/update-customer.ts'
import { addressFields, type AddressRecord } from '../../../src/platform/values/address.ts'
import { createSegment } from '../../../src/areas/customers/segments/create-segment.ts'
import { Segment } from '../../../src/areas/customers/segments/segment.ts'
import { updateSegment } from '../../../src/areas/customers/segments/update-segment.ts'
import { createStore } from '../../../src/areas/stores/create-store.ts'
import { Store } from '../../../src/areas/stores/store.ts'
import { updateStore } from '../../../src/areas/stores/update-store.ts'
import { expectBody, openShop } from '../../support/shop.ts'

// Every field of an input is sent and read back, so that none is accepted and then silently dropped.

const home = {
  label: 'Home',
  recipient: 'Noor Ali',
  phone: '+965 5000 0001',
  line1: 'Street 7, house 12',
  line2: 'Floor 3',
  area: 'Salmiya',
  city: 'Kuwait City',
  region: 'Hawalli',
  postal_code: '22001',
  country: 'KW',
  instructions: 'Ring twice',
  location: { lat: 29.3339, lng: 48.0761 },
} satisfies Required<AddressRecord>

/** Values that differ from the defaults. */
const customer = {
  name: 'Amal Sabah',
  phone: '+965 5000 0002',
  email: 'amal@kuwait.test',
  address: 'Block 4, Street 9',
  addresses: ['The office', home],
  other_phones: ['+965 5000 0003'],
  other_emails: ['amal@work.test'],
  notes: 'Calls after six',
  tags: ['vip'],
  blocked: true,
  blocked_reason: 'Refused two deliveries',
}

const store = { name: 'Scarf House', timezone: 'Asia/Kuwait', locale: 'ar-KW', country: 'SA' }

const limits = {
  reservation_hours: 31,
  max_orders_per_phone: 3,
  max_units_per_line: 7,
  max_units_per_order: 17,
  max_hourly_orders_per_address: 41,
  max_reserved_percent: 59,
  max_adjustment_percent: { admin: 20, staff: 10 },
}

const contacts = {
  contact_email: 'hello@scarf.test',
  contact_phone: '+965 5000 0004',
  contact_address: 'Souk Mubarakiya, shop 5',
  tax: {
    rate: 5,
    label: 'VAT',
    prices_include_tax: true,
    tax_delivery: true,
    registration_number: '300012345600003',
    country_rates: [{ country: 'SA', rate: 15 }],
  },
}

type Write = {
  what: string
  input: z.ZodObject
  /** Fields that identify the resource, check its version, or are always rejected. */
  except?: readonly string[]
  values: Readonly<Record<string, unknown>>
  send: (values: Readonly<Record<string, unknown>>) => Promise<unknown>
}

const writes: Write[] = [
  {
    what: 'POST /api/customers',
    input: createCustomer.input,
    values: { ...customer, external_id: 'crm-77' },
    async send(values) {
      const { owner } = await openShop()
      const { id } = expectBody(await owner.post('/api/customers', values), 201, Customer)
      return (await owner.get(`/api/customers/${id}`)).body
    },
  },
  {
    what: 'PATCH /api/customers/{id}',
    input: updateCustomer.input,
    except: ['customer_id', 'expected_version'],
    values: customer,
    async send(values) {
      const { owner } = await openShop()
      const { id } = expectBody(await owner.post('/api/customers', { name: 'Nobody' }), 201, Customer)
      expectBody(await owner.patch(`/api/customers/${id}`, values), 200, Customer)
      return (await owner.get(`/api/customers/${id}`)).body
    },
  },
  {
    what: 'POST /api/stores',
    input: createStore.input,
    values: { ...store, slug: `scarf-${crypto.randomUUID()}`, currency: 'BHD' },
    async send(values) {
      const { owner } = await openShop()
      const { id } = expectBody(await owner.post('/api/stores', values), 201, Store)
      return (await owner.get(`/api/stores/${id}`)).body
    },
  },
  {
    what: 'PATCH /api/stores/{id}',
    input: updateStore.input,
    except: ['store_id', 'expected_version', 'currency'],
    values: { ...store, ...limits, ...contacts, slug: `scarf-${crypto.randomUUID()}` },
    async send(values) {
      const { owner, store: own } = await openShop()
      expectBody(await owner.patch(`/api/stores/${own.id}`, values), 200, Store)
      return (await owner.get(`/api/stores/${own.id}`)).body
    },
  },
  {
    what: 'POST /api/segments',
    input: createSegment.input,
    values: { name: 'Regulars', filter: 'orders>3 tag:vip' },
    async send(values) {
      const { owner } = await openShop()
      const { id } = expectBody(await owner.post('/api/segments', values), 201, Segment)
      return (await owner.get(`/api/segments/${id}`)).body
    },
  },
  {
    what: 'PATCH /api/segments/{id}',
    input: updateSegment.input,
    except: ['segment_id', 'expected_version'],
    values: { name: 'Regulars', filter: 'orders>3 tag:vip' },
    async send(values) {
      const { owner } = await openShop()
      const before = { name: 'New', filter: 'orders<1' }
      const { id } = expectBody(await owner.post('/api/segments', before), 201, Segment)
      expectBody(await owner.patch(`/api/segments/${id}`, values), 200, Segment)
      return (await owner.get(`/api/segments/${id}`)).body
    },
  },
]

test.for(writes)('$what stores every field it accepts', async ({ input, except = [], values, send }) => {
  const fields = Object.keys(input.shape).filter((field) => !except.includes(field))
  expect(Object.keys(values).toSorted()).toEqual(fields.toSorted())
  expect(await send(values)).toMatchObject(values)
})

test('the tested address has every part', () => {
  expect(Object.keys(home).toSorted()).toEqual(Object.keys(addressFields).toSorted())
})
