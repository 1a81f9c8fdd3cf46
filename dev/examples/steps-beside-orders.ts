import { firstOf, idOf, type Perform, signed } from './recorder.ts'

export type Tokens = { readonly invited: string; readonly declining: string }

export async function recordInbox(call: Perform): Promise<void> {
  const meta = await call('create_channel', {
    body: {
      kind: 'whatsapp',
      name: 'WhatsApp',
      account_id: '106540352242922',
      access_token: 'EAAexample-access-token',
      app_secret: 'example-app-secret',
      verify_token: 'example-verify-token',
    },
  })
  const challenge = {
    'hub.mode': 'subscribe',
    'hub.verify_token': 'example-verify-token',
    'hub.challenge': '1158201444',
  }
  await call('verify_hook', { path: { channel_id: idOf(meta) }, query: challenge, token: null })
  await call('remove_channel', { path: { channel_id: idOf(meta) } })
  const channel = await call('create_channel', { body: { kind: 'webhook', name: 'Telegram bridge' } })
  const path = { channel_id: idOf(channel) }
  await call('list_channels', { query: { limit: 1 } })
  await call('get_channel', { path })
  await call('update_channel', { path, body: { name: 'Telegram' } })
  const { secret } = await call('rotate_channel_secret', { path, body: {} })
  const body = JSON.stringify({
    from: { name: 'Amal', phone: '+965 5012 3456' },
    body: 'Do you have the scarf in green?',
  })
  await call('receive_message', { path, token: null, body, headers: signed(String(secret), body) })
  const conversation_id = idOf(firstOf(await call('list_conversations', { query: { search: 'scarf', limit: 1 } })))
  await call('get_conversation', { path: { conversation_id } })
  await call('update_conversation', { path: { conversation_id }, body: { tags: ['question'], read: true } })
  const message = await call('send_message', {
    path: { conversation_id },
    body: { kind: 'note', body: 'Ask the warehouse' },
  })
  await call('list_messages', { path: { conversation_id }, query: { limit: 1 } })
  await call('get_message', { path: { conversation_id, message_id: idOf(message) } })
}

export async function recordStorefront(call: Perform): Promise<void> {
  await call('get_storefront')
  await call('update_storefront', { body: { profile: { announcement: 'Free delivery this week' } } })
  const page = await call('create_page', { body: { title: 'Delivery', body: '# Delivery\n\nWe deliver in two days.' } })
  const path = { page_id: idOf(page) }
  await call('list_pages', { query: { limit: 1 } })
  await call('get_page', { path })
  await call('update_page', { path, body: { body: '# Delivery\n\nWe deliver tomorrow.' } })
  await call('publish_storefront', { body: { note: 'Delivery page' } })
  const slug = { slug: 'acme' }
  await call('get_address_format', { path: { country: 'AE' }, token: null })
  await call('get_public_storefront', { path: slug, token: null })
  await call('get_public_page', { path: { ...slug, page_slug: 'delivery' }, token: null })
  await call('list_public_products', { path: slug, query: { search: 'scarf', limit: 1 }, token: null })
  await call('get_public_product', { path: { ...slug, product_slug: 'wool-scarf' }, token: null })
  const customer = { name: 'Noura Hassan', phone: '+965 5000 0200' }
  const cart = {
    items: [{ product_slug: 'wool-scarf', options: { Colour: 'Green' }, quantity: 1 }],
    destination: { country: 'KW', region: 'Hawalli' },
    discount_code: 'WELCOME10',
  }
  const quote = await call('quote_cart', { path: slug, token: null, body: cart })
  const address = { line1: 'Block 4, Street 12, House 3', area: 'Salmiya', region: 'Hawalli', country: 'KW' }
  const order = await call('place_order', {
    path: slug,
    token: null,
    body: { customer, ...cart, address, expected_total: quote['total_amount'] },
  })
  await call('get_public_order', { path: { ...slug, id: idOf(order) }, token: null })
  await call('leave_message', {
    path: slug,
    token: null,
    body: { name: 'Noura Hassan', email: 'noura@example.com', body: 'Do you deliver on Fridays?' },
  })
  await call('list_storefront_versions', { query: { limit: 1 } })
  await call('rollback_storefront', { body: { version: 1, note: 'Back to the opening' } })
  await call('delete_page', { path })
}

export async function recordMembers(call: Perform, { invited, declining }: Tokens): Promise<void> {
  await call('invite_member', { body: { email: 'owner@globex.test', role: 'viewer' } })
  const refused = firstOf(await call('list_invitations', { token: declining }))
  await call('decline_invitation', { path: { invitation_id: idOf(refused) }, token: declining })
  await call('invite_member', { body: { email: 'nobody@nowhere.test', role: 'staff' } })
  const invitation = firstOf(await call('list_invitations', { token: invited }))
  await call('accept_invitation', { path: { invitation_id: idOf(invitation) }, token: invited })
  const member_id = idOf(firstOf(await call('list_members', { query: { limit: 1 } })))
  await call('get_member', { path: { member_id } })
  await call('change_member', { path: { member_id }, body: { role: 'viewer' } })
  await call('remove_member', { path: { member_id } })
}

export async function recordEvents(call: Perform): Promise<void> {
  await call('list_events', { query: { types: 'order.refunded', limit: 1 } })
  await call('list_audit', { query: { types: 'order.refunded', limit: 1 } })
  await call('export_audit', { query: { format: 'csv', types: 'order.refunded' } })
}
