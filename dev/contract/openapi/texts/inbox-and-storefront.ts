import type { Texts } from './text.ts'

export const inboxTexts: Texts = {
  list_channels: [
    'List channels',
    'Where conversations come from: WhatsApp, Instagram, Messenger, email, webhooks and the contact form.',
  ],
  create_channel: [
    'Create a channel',
    'For owners and admins. `secret` is returned only once. Give `hook_url` to the provider.',
  ],
  get_channel: ['Get a channel', 'Lists the names of its credentials, never their values.'],
  update_channel: ['Change a channel', 'For owners and admins. Changes only the fields that are sent.'],
  remove_channel: ['Remove a channel', 'For owners and admins. Its conversations stay and can no longer be answered.'],
  rotate_channel_secret: [
    'Replace the secret of a channel',
    'For owners and admins. The new secret is returned only once. The previous one is accepted for another day.',
  ],
  list_conversations: [
    'List conversations',
    'Sorted by their latest message. waiting_since is set while the customer waits for an answer: waiting=true lists these.',
  ],
  get_conversation: [
    'Get a conversation',
    'With its last 20 messages, newest first. list_messages pages through all of them.',
  ],
  update_conversation: [
    'Change a conversation',
    'Its status, assignee, tags, customer and orders. To snooze it, set status and snoozed_until together.',
  ],
  list_messages: ['List messages', 'All messages of a conversation, newest first.'],
  send_message: [
    'Send a message',
    'A reply is sent to the customer over the channel of the conversation; a note is seen only by members of the store. delivery_status says whether a reply was sent.',
  ],
  get_message: ['Get a message', 'With its delivery status.'],
  verify_hook: ['Verify a hook', 'Meta calls this when a hook is set up, and expects its challenge back.'],
  receive_message: [
    'Receive a message',
    'Providers post messages here, signed with the secret of the channel. The body depends on the kind of the channel: webhook, email, or an event of Meta. A message that was received before is ignored.',
  ],
}

export const storefrontTexts: Texts = {
  get_media_file: [
    'Get an uploaded picture',
    'With w, at least that many pixels wide if this service resizes pictures (302), else the original.',
  ],
  get_storefront: [
    'Get the storefront',
    'The draft, which version is public, and whether the draft has changed since.',
  ],
  update_storefront: [
    'Change the storefront',
    'For owners and admins. Changes only the fields that are sent; null resets a field to its default. Visitors see the change after publish_storefront.',
  ],
  publish_storefront: [
    'Publish the storefront',
    'For owners and admins. Makes the draft and all pages public. Does nothing if nothing has changed.',
  ],
  rollback_storefront: [
    'Roll back the storefront',
    'For owners and admins. Makes an earlier version public again. The draft stays.',
  ],
  list_storefront_versions: ['List versions', 'Published versions, newest first.'],
  list_pages: ['List pages', 'Drafts of all pages. With slug, only that page, with its text.'],
  create_page: [
    'Create a page',
    'For owners and admins. The body is Markdown. Visitors see the page after publish_storefront.',
  ],
  get_page: ['Get a page', 'The draft of a page, as Markdown and HTML.'],
  update_page: ['Change a page', 'For owners and admins. Changes only the fields that are sent.'],
  delete_page: ['Delete a page', 'For owners and admins. Visitors no longer see it after publish_storefront.'],
  get_address_format: [
    'Get the format of addresses in a country',
    'Which parts an address has there, in their order, what they are called, and which of them an order needs. The same for all stores.',
  ],
  get_public_storefront: ['Get a public storefront', 'As last published. Caches may store it for up to a minute.'],
  get_public_page: ['Get a public page', 'As last published. body_html is sanitized.'],
  list_public_collections: ['List published collections', 'Newest first, without their products.'],
  get_public_collection: [
    'Get a collection with its products',
    'The collection and a page of its visible products: in the order of the list for a manual collection, newest first for a rule-based one. Continue with meta.next_cursor. A page ends early once 10,000 products were examined.',
  ],
  list_public_products: [
    'List visible products',
    'Newest first unless sorted, without stock quantities. To filter by an option, send option.size=M or option[size]=M.',
  ],
  get_public_product: ['Get a visible product', 'Without stock quantities.'],
  quote_cart: [
    'Quote a cart',
    'What an order would cost now, and the delivery methods on offer. Creates and counts nothing. What an order would be refused for, such as too little stock, is refused with the same error. Without delivery_method_id, the first method on offer applies. A discount code that does not apply is reported in discount_refused, and does not fail the quote.',
  ],
  place_order: [
    'Place an order',
    'At the prices of the store, as in a quote. With expected_total, an order whose total has changed is rejected with a new quote. The order is pending until the store confirms it. Retry with the same Idempotency-Key. If the storefront has a bot challenge, send its token as challenge_token.',
  ],
  get_public_order: ['Get the status of an order', 'Anybody who has the id can read it. It has no personal data.'],
  leave_message: ['Send a message to a store', 'From a contact form. It appears in the inbox of the store.'],
}
