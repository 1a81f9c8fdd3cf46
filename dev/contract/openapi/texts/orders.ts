import type { Texts } from './text.ts'

export const orderTexts: Texts = {
  list_orders: [
    'List orders',
    'Newest first by default. status and the other states take several values, separated by commas or in repeated parameters. With a filter other than status, customer_id, external_id and time, a request examines at most 10,000 orders: a page that is not full by then ends early, with a next_cursor. Without X-Store-Id, lists the orders of all of your stores. Dates without a time are days in the time zone of the store.',
  ],
  count_orders: [
    'Count the orders of each view',
    'How many orders of one store wait for what, up to 1,001 of each, for the tabs of a list. Only for people: API keys get 403 session_required.',
  ],
  create_order: [
    'Create an order',
    'Creates an order in the store of its customer and reserves the stock. An order that exceeds the available stock is rejected as a whole. If total_amount differs from the sum of the items, the order keeps it, with the difference in adjustment_amount and a warning. Without total_amount, the amounts that you do not send are computed as in a quote. With delivery_method_id or discount_code, a total_amount must be the computed one.',
  ],
  quote_order: [
    'Quote an order',
    'What an order would cost with the discounts, delivery methods and tax of the store. Creates and counts nothing. What an order would be refused for, such as too little stock, is refused with the same error. Items without a unit_price get the catalogue price. A discount code that does not apply is reported in discount_refused, and does not fail the quote. If you belong to several stores and send no customer_id, choose the store with X-Store-Id.',
  ],
  get_order: [
    'Get an order',
    'By its id, or by its number as `1001`, `#1001` or `number:1001`. include=actions,events adds what else an order screen shows: the allowed actions with their forms, and the newest 20 events. These change without a new version of the order, so the ETag is then weak and derived from the content. Order actions and PATCH accept include as well.',
  ],
  list_order_actions: [
    'List the actions on an order',
    'The actions that you can take on the order now, each with the JSON Schema of its body. The defaults and maximums in it are what is left to ship, return, pay or refund; items has a schema for each line, with its name and how many are left. GET /api/orders/{order_id}?include=actions returns them with the order.',
  ],
  update_order: [
    'Change an order',
    'Changes only the fields that are sent; lists are replaced. Items and amounts can be changed until the order is prepared. With discount_code or delivery_method_id, and with another destination unless you stated the total, the amounts are calculated again; null removes the code or method. An amount that you send stays, and the others are calculated again; a total_amount ends the calculation. recalculated lists the amounts that changed, and warnings what stays although the order goes elsewhere. The address of a delivered order cannot be changed.',
  ],
  list_order_events: ['List the events of an order', 'What happened to the order, newest first, and who did it.'],
  list_order_payments: [
    'List the payments of an order',
    'The payments and refunds that were recorded, newest first, and who recorded them. Payments minus refunds are what the order has received.',
  ],
  change_orders: [
    'Take an action on several orders',
    'Applies one action to at most 100 orders of one store. Each order succeeds or fails on its own, and the response says which. To ship orders that have tracking numbers of their own, send orders instead of order_ids.',
  ],
  import_orders: [
    'Import orders',
    'Imports a CSV or JSONL file. Each order succeeds or fails on its own. With dry_run=true, every row is checked and nothing is saved.',
  ],
  export_orders: ['Export orders', 'Streams all orders that match the filters as CSV or JSONL.'],
  confirm_order: ['Confirm an order', 'Confirms a pending order.'],
  hold_order: [
    'Put an order on hold',
    'For example while the customer cannot be reached. Confirming the order ends the hold.',
  ],
  prepare_order: ['Prepare an order', 'Starts packing a confirmed order. Its items can no longer be changed.'],
  ship_order: ['Ship an order', 'Ships all items, or some. Takes them out of stock.'],
  deliver_order: ['Mark an order as delivered', 'Records that the shipped items have arrived.'],
  pay_order: [
    'Record a payment',
    'Records that the customer paid, at most what is due. Without an amount, the order is paid in full. overpayment: true records more, from a signed-in person.',
  ],
  void_payment: [
    'Take back a payment',
    'For a payment that was recorded by mistake, by a signed-in person only. It stays in the list of payments, with voided_at, and counts no more. Nothing is paid back: for money that was received, record a refund.',
  ],
  refund_order: [
    'Record a refund',
    'For owners and admins. The amount can be at most what was paid and has not been refunded.',
  ],
  return_order: [
    'Return items',
    'Records that the customer sent items back, and puts them back in stock unless restock is false.',
  ],
  refuse_order: [
    'Take back refused items',
    'Records that items came back undelivered, because the customer refused them, and puts them back in stock unless restock is false. If nothing is left to deliver, the order is cancelled, and what was paid can be refunded.',
  ],
  undo_action: [
    'Take back the last action',
    'For a ship, deliver, complete, return or refuse that was recorded by mistake, by a signed-in person only. Stock, figures and the use of discounts are as before. Refused if something was built on it, such as a refund for what came back.',
  ],
  update_shipment: [
    'Correct a shipment',
    'Adds or corrects the carrier and the tracking. The ids of shipments are in the order.',
  ],
  cancel_order: [
    'Cancel an order',
    'Releases the stock. Only an owner or admin can cancel a confirmed order. A paid order has to be refunded first.',
  ],
  complete_order: ['Complete an order', 'For owners and admins. Closes a delivered order.'],
  note_order: ['Add a note to an order', 'The note appears in the events of the order. Customers do not see it.'],
}
