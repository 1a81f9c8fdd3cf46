import { expect, test } from 'vitest'
import { z } from 'zod'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { createPage } from '../../../src/areas/storefront/create-page.ts'
import { leaveMessage } from '../../../src/areas/storefront/public/leave-message.ts'
import { placeOrder } from '../../../src/areas/storefront/public/place-order.ts'
import { StorefrontPage } from '../../../src/areas/storefront/page.ts'
import { publishStorefront } from '../../../src/areas/storefront/publish-storefront.ts'
import { rollbackStorefront } from '../../../src/areas/storefront/rollback-storefront.ts'
import { updatePage } from '../../../src/areas/storefront/update-page.ts'
import { updateStorefront } from '../../../src/areas/storefront/update-storefront.ts'
import { tenAddresses } from '../../support/addresses.ts'
import { unfilledFields } from '../../support/fields.ts'
import { inboxOf } from '../../support/inbox.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { openWindow } from './shop-window.ts'

// Every field of an input is sent filled and read back, so that none is accepted and then silently dropped. A new field
// fails these tests until a value is added here.

const [kuwait] = tenAddresses

const url = (name: string) => `https://cdn.shop.kw/${name}`

const targets = [
  { type: 'home' },
  { type: 'products', tag: 'wool' },
  { type: 'product', slug: 'scarf' },
  { type: 'page', slug: 'about' },
  { type: 'url', url: 'mailto:hello@shop.kw' },
]

const entries = targets.map((to) => ({ label: `Go to ${to.type}`, to }))

const seo = { title: 'Wool', description: 'Warm wool', image_url: url('seo.png'), noindex: true }

const draft = {
  profile: {
    title: 'Wool & Co',
    tagline: 'Warm all winter',
    description: 'Scarves and hats.',
    contact_email: 'hello@shop.kw',
    contact_phone: '+965 2228 0000',
    announcement: 'Free delivery',
    social: {
      instagram: url('instagram'),
      facebook: url('facebook'),
      x: url('x'),
      tiktok: url('tiktok'),
      snapchat: url('snapchat'),
      youtube: url('youtube'),
      whatsapp: url('whatsapp'),
      telegram: url('telegram'),
      linkedin: url('linkedin'),
      pinterest: url('pinterest'),
    },
  },
  theme: {
    colors: {
      background: '#fffffe',
      surface: '#f0f0f0',
      text: '#101010',
      muted_text: '#404040',
      primary: '#003080',
      on_primary: '#fefefe',
      accent: '#a00000',
    },
    logo_url: url('logo.png'),
    favicon_url: url('favicon.png'),
    fonts: { heading: 'cairo', body: 'inter' },
    corner_radius: 3,
  },
  navigation: entries.map((entry) => ({ ...entry, children: entries })),
  seo,
}

test('every field of the storefront is stored, published and shown to visitors', async () => {
  const { owner, publish, visit } = await openWindow({ published: false })
  expect(unfilledFields(updateStorefront.input.omit({ expected_version: true }), draft)).toEqual([])
  const before = await owner.get('/api/storefront')
  for (const [part, fields] of Object.entries(draft))
    for (const [field, value] of Object.entries(fields))
      expect(Object(before.body)[part]?.[field], `${part}/${field} has this value by default`).not.toEqual(value)
  expect(await owner.patch('/api/storefront', draft)).toMatchObject({ status: 200, body: draft })
  expect((await owner.get('/api/storefront')).body).toMatchObject(draft)
  await publish()
  expect((await visit()).body).toMatchObject(draft)
})

test('every field of a page is stored, changed and shown to visitors', async () => {
  const { owner, publish, visit } = await openWindow()
  const made = { slug: 'about', title: 'About us', body: 'We knit.', seo, position: 7 }
  const changed = {
    slug: 'story',
    title: 'Our story',
    body: 'We knit *well*.',
    seo: { title: 'Story', description: 'How we began', image_url: url('story.png'), noindex: false },
    position: 9,
  }
  expect(unfilledFields(createPage.input, made)).toEqual([])
  expect(unfilledFields(updatePage.input.omit({ page_id: true, expected_version: true }), changed)).toEqual([])
  const { id } = expectBody(await owner.post('/api/storefront/pages', made), 201, StorefrontPage)
  expect((await owner.get(`/api/storefront/pages/${id}`)).body).toMatchObject(made)
  await publish()
  const { body: _made, position: _position, ...shown } = made
  expect((await visit('/pages/about')).body).toMatchObject({ ...shown, body_html: '<p>We knit.</p>\n' })
  expect(await owner.patch(`/api/storefront/pages/${id}`, changed)).toMatchObject({ status: 200, body: changed })
  expect((await owner.get(`/api/storefront/pages/${id}`)).body).toMatchObject(changed)
  await publish()
  const { body: _changed, position: _later, ...shownLater } = changed
  expect((await visit('/pages/story')).body).toMatchObject({
    ...shownLater,
    body_html: '<p>We knit <em>well</em>.</p>\n',
  })
})

test('every field of a publication and of a rollback shows in the list of versions', async () => {
  const { owner, patch } = await openWindow()
  await patch({ profile: { title: 'Second' } })
  const publication = { note: 'New title' }
  const rollback = { version: 1, note: 'Back to the first' }
  expect(unfilledFields(publishStorefront.input.omit({ expected_version: true }), publication)).toEqual([])
  expect(unfilledFields(rollbackStorefront.input, rollback)).toEqual([])
  expect((await owner.post('/api/storefront/publish', publication)).status).toBe(200)
  expect((await owner.post('/api/storefront/rollback', rollback)).status).toBe(200)
  expect((await owner.get('/api/storefront/versions')).body).toMatchObject({
    data: [
      { version: 3, note: 'Back to the first', restored_from: 1 },
      { version: 2, note: 'New title', restored_from: null },
      { version: 1, note: null },
    ],
  })
})

const Placed = z.looseObject({ id: z.string() })
const OrderOfMerchant = z.looseObject({ customer_id: z.string() })

test('every field of a shopper’s order reaches the merchant', async () => {
  const { addProduct, owner, send } = await openWindow()
  const product = await addProduct({
    title: 'Hat',
    price: 5,
    variants: [
      { options: { Size: 'S' }, on_hand: 10 },
      { options: { Size: 'L' }, price: 7, on_hand: 10 },
    ],
  })
  const [small, large] = product.variants
  await owner.post('/api/delivery-methods', { name: 'Standard', price: 1 })
  const express = await owner.post('/api/delivery-methods', {
    name: 'Express',
    price: 4,
    zones: [{ country: 'KW', regions: ['Hawalli'] }],
    payment_methods: ['KNET'],
  })
  const method = expectBody(express, 201, DeliveryMethod)
  await owner.post('/api/discounts', { code: 'SIX', kind: 'fixed', value: 6 })
  const order = {
    customer: { name: 'Amal Sabah', phone: '5000 0001', country: 'KW', email: 'amal@kuwait.test' },
    items: [
      { product_id: product.id, variant_id: small?.id, quantity: 2 },
      { product_slug: product.slug, options: { Size: 'L' }, quantity: 3 },
    ],
    shipping_address: 'Salmiya, street 7',
    address: kuwait,
    payment_method: 'knet',
    notes: 'Ring twice',
    destination: { country: 'kw', region: 'حولي' },
    delivery_method_id: method.id,
    discount_code: 'six',
    // 31 less the discount, and delivery.
    expected_total: 29,
  }
  // The route sets these three.
  const fields = placeOrder.input.omit({ slug: true, key: true, network: true })
  expect(unfilledFields(fields, order)).toEqual([])
  expectProblem(await send('/orders', { ...order, expected_total: 1 }), 422, 'total_changed')
  const { id } = expectBody(await send('/orders', order), 201, Placed)
  const stored = expectBody(await owner.get(`/api/orders/${id}`), 200, OrderOfMerchant)
  expect(stored).toMatchObject({
    // Written from the parts.
    shipping_address: expect.stringContaining('السالمية'),
    address: kuwait,
    payment_method: 'knet',
    notes: 'Ring twice',
    total_amount: 29,
    shipping_amount: 4,
    discount_amount: 6,
    delivery: { method_id: method.id, destination: { country: 'KW', region: 'حولي' } },
    discounts: [{ code: 'SIX', amount: 6 }],
    items: [
      { product_id: product.id, variant_id: small?.id, quantity: 2, unit_price: 5 },
      { product_id: product.id, variant_id: large?.id, quantity: 3, unit_price: 7 },
    ],
  })
  expect((await owner.get(`/api/customers/${stored.customer_id}`)).body).toMatchObject({
    name: 'Amal Sabah',
    phone: '5000 0001',
    email: 'amal@kuwait.test',
    address: stored['shipping_address'],
    addresses: [kuwait],
  })
  // The country completed the phone number.
  const customer = { name: 'Amal', phone: '+965 5000 0001' }
  const again = expectBody(await send('/orders', { ...order, customer }), 201, Placed)
  expect((await owner.get(`/api/orders/${again.id}`)).body).toMatchObject({ customer_id: stored.customer_id })
})

test('every field of a contact form message reaches the inbox', async () => {
  const shop = await openWindow()
  const inbox = inboxOf(shop)
  const customer = await shop.addCustomer({ name: 'Amal', phone: '+965 5000 0001' })
  const message = {
    name: 'Amal Sabah',
    phone: '5000 0001',
    country: 'KW',
    email: 'amal@kuwait.test',
    subject: 'Delivery',
    body: 'Do you deliver to Salmiya?',
    website: '',
  }
  expect(unfilledFields(leaveMessage.input.shape.message, message)).toEqual([])
  expect((await shop.send('/messages', { ...message, website: 'https://spam.example' })).status).toBe(202)
  expect(await inbox.conversations()).toEqual([])
  expect((await shop.send('/messages', message)).status).toBe(202)
  expect(await inbox.only()).toMatchObject({
    contact_name: 'Amal Sabah',
    contact_phone: '5000 0001',
    contact_email: 'amal@kuwait.test',
    // Found by the number in international form.
    customer_id: customer.id,
    subject: 'Delivery',
    messages: [{ sender_name: 'Amal Sabah', body: 'Do you deliver to Salmiya?' }],
  })
})
