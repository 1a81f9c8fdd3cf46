import { Order } from '../../../areas/orders/order.ts'
import { page } from './page.ts'
import { orderWords } from './order-words.ts'

const script = `
const reasons = ${JSON.stringify(Order.shape.hold_reason.unwrap().options)}
// These need a second click.
const isFinal = ({ tool }) => tool === 'cancel_order' || tool === 'return_items'
const labelOf = ({ tool, arguments: { action, refused } }) => t(refused ? 'do_refuse' : action ? 'do_' + action : tool)
// What a button cannot know, such as a new argument, is left to the assistant.
const isPossible = ({ missing = [] }) => missing.every((name) => name === 'reason')

async function act(order, call, args) {
  for (const button of main.querySelectorAll('button, select')) button.disabled = true
  say(t('working'))
  const done = await callTool(call.tool, { ...args, expected_version: order.version })
  const failed = done.failed
  // The card may be older than the order.
  const next = failed ? await callTool('get_order', { order_id: order.id }) : done
  draw({ ...order, ...next.value })
  if (failed) return say(failed)
  say(t('done') + ': ' + labelOf(call))
  const text = 'On the order card, the user called ' + call.tool + ' ' + JSON.stringify(args) + ', which succeeded.'
  ask('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => {})
}

function button(order, call) {
  const reason = call.missing
    ? el('select', { 'aria-label': t('reason') }, reasons.map((name) => el('option', { value: name }, t(name))))
    : undefined
  let isSure = !isFinal(call)
  const pressed = ({ currentTarget }) => {
    if (isSure) return act(order, call, { ...call.arguments, ...(reason && { reason: reason.value }) })
    isSure = true
    currentTarget.textContent = t('sure') + ' ' + labelOf(call)
  }
  return [reason, el('button', { type: 'button', click: pressed }, labelOf(call))]
}

const isSome = (value) => typeof value === 'number' && value !== 0

function total(order, name, className) {
  const value = order[name]
  return (name === 'total_amount' || isSome(value)) &&
    el('tr', { class: className }, el('th', { scope: 'row' }, t(name)), el('td', {}, money(value, order.currency)))
}

const item = ({ quantity, product_name, variant_name, line_total }, currency) =>
  el('tr', {},
    el('th', { scope: 'row' }, number(quantity) + ' × ', el('bdi', {}, product_name),
      variant_name && el('span', { class: 'quiet' }, ' · ', el('bdi', {}, variant_name))),
    el('td', {}, money(line_total, currency)))

start((order) => [
  el('h1', {}, t('order') + ' ', el('bdi', {}, order.name)),
  el('p', {}, el('bdi', {}, order.customer_name),
    order.customer_phone && [' · ', el('bdi', { dir: 'ltr' }, order.customer_phone)]),
  el('p', { class: 'quiet' }, date(order.created_at, { dateStyle: 'medium', timeStyle: 'short', timeZone: host.timeZone })),
  order.shipping_address && el('p', { class: 'quiet', dir: 'auto' }, order.shipping_address),
  el('div', { class: 'row' }, [order.status, order.payment_status, order.fulfillment_status, order.hold_reason]
    .map((state) => state && el('span', { class: 'badge' }, t(state)))),
  el('table', {}, el('caption', { class: 'hidden' }, t('items')),
    el('tbody', {}, order.items.map((one) => item(one, order.currency))),
    el('tfoot', {}, total(order, 'subtotal_amount'), total(order, 'discount_amount'), total(order, 'shipping_amount'),
      total(order, 'tax_amount'), total(order, 'total_amount', 'sum'), total(order, 'paid_amount'),
      total(order, 'refunded_amount'), total(order, 'came_back_amount'), total(order, 'due_amount'))),
  order.shipments.map(({ carrier, tracking_number }) =>
    el('p', { class: 'quiet', dir: 'auto' }, [carrier, tracking_number].filter(Boolean).join(' · '))),
  host.canCall && el('div', { class: 'row', role: 'group', 'aria-label': t('actions') },
    order.allowed_actions.filter(isPossible).map((call) => button(order, call))),
])
`

export const orderCard = page(script, orderWords)
