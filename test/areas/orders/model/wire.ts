import type { Crew, Reply } from '../crew.ts'
import { replyOf } from '../crew.ts'
import type { Plan } from './plan.ts'
import type { Amounts, Ask, NewLine, Wanted } from './rules.ts'

export async function send(crew: Crew, plan: Plan, exponent: number): Promise<Reply> {
  const key = plan.key === undefined ? {} : { 'Idempotency-Key': plan.key }
  switch (plan.kind) {
    case 'create': {
      const { customerId, lines, amounts, terms } = plan
      const body = {
        customer_id: customerId,
        items: itemsOf(lines, exponent),
        ...amountsOf(amounts, exponent),
        ...(terms && {
          discount_code: terms.code ?? undefined,
          delivery_method_id: terms.methodId ?? undefined,
          payment_method: terms.payment ?? undefined,
        }),
      }
      return replyOf(await crew.clientOf(plan.by).post('/api/orders', body, key))
    }
    case 'adjust': {
      const body = { variant_id: plan.variantId, delta: plan.delta, reason: 'counted' }
      return replyOf(await crew.clientOf(plan.by).post('/api/inventory/adjust', body, key))
    }
    case 'bulk': {
      const body = { ...bodyOf(plan.ask, exponent), action: plan.ask.action, order_ids: plan.orderIds }
      return replyOf(await crew.clientOf(plan.by).post('/api/orders/bulk', body, key))
    }
    case 'read':
      return crew.as(plan.by)('read', plan.orderId)
    case 'ask': {
      const version = plan.ifMatch === undefined ? {} : { 'If-Match': `"v${plan.ifMatch}"` }
      return crew.as(plan.by)(plan.ask.action, plan.orderId, bodyOf(plan.ask, exponent), { ...key, ...version })
    }
  }
}

function bodyOf(ask: Ask, exponent: number): Record<string, unknown> {
  const major = (minor: number) => minor / 10 ** exponent
  switch (ask.action) {
    case 'hold':
      return { reason: ask.reason }
    case 'ship':
      return { ...movedOf(ask.items), ...(ask.carrier !== null && { carrier: ask.carrier }) }
    case 'return':
    case 'refuse':
      return { ...movedOf(ask.items), restock: ask.restock }
    case 'payments':
      return ask.amount === undefined ? {} : { amount: major(ask.amount), method: 'cash' }
    case 'refunds':
      return { amount: major(ask.amount), ...(ask.dueAgain && { due_again: true }) }
    case 'notes':
      return { body: 'Called the customer' }
    case 'words': {
      const { notes, tags, shippingAddress } = ask.words
      return { notes, tags, shipping_address: shippingAddress }
    }
    case 'lines':
      return { ...(ask.lines && { items: itemsOf(ask.lines, exponent) }), ...amountsOf(ask.amounts, exponent) }
    case 'code':
      return { discount_code: ask.code }
    case 'payment':
      return { payment_method: ask.payment }
    default:
      return {}
  }
}

const movedOf = (items: readonly Wanted[] | undefined) =>
  items && {
    items: items.map(({ position, variantId, productId, quantity }) => ({
      position,
      variant_id: variantId,
      product_id: productId,
      quantity,
    })),
  }

const itemsOf = (lines: readonly NewLine[], exponent: number) =>
  lines.map(({ productId, variantId, quantity, unitPrice }) => ({
    product_id: productId,
    variant_id: variantId,
    quantity,
    unit_price: unitPrice / 10 ** exponent,
  }))

const amountsOf = (amounts: Amounts, exponent: number) =>
  Object.fromEntries(Object.entries(amounts).map(([name, minor]) => [`${name}_amount`, minor / 10 ** exponent]))
