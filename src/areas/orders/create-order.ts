import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { CustomerReference, DeliveryMethodReference } from '../../platform/references/reference.ts'
import { ExternalId, newId } from '../../platform/values/ids.ts'
import { AddressInParts, type AddressRecord } from '../../platform/values/address.ts'
import { Amount } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Phone, phoneOf, phoneWarnings } from '../../platform/values/phone.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { Email, Line, maybe, Tags, Text } from '../../platform/values/text.ts'
import { addressWarnings, fromAddress, OrderAddress } from '../checkout/address.ts'
import { Destination } from '../checkout/quote.ts'
import { keptOrderRow } from './kept-order.ts'
import { evenIfInvalid, NewItem, withNamedProducts } from './new-item.ts'
import { createdOrder, NewOrderWarning, newOrderWarnings } from './new-order-warnings.ts'
import { Order, toOrder } from './order.ts'
import { Platform } from './platform-name.ts'
import { newOrderRefusals } from './order-refusals.ts'
import { newOrderTexts } from './order-texts.ts'
import { DiscountRefused, discountRefused } from './price-notes.ts'
import { limits } from '../../platform/values/limits.ts'

const NewCustomer = z.strictObject({
  name: Line(200),
  phone: Phone,
  email: maybe(Email),
  address: maybe(
    z.union([Text(2000), AddressInParts.meta({ tool: 'as address' })], 'must be text, or an object like address'),
  ).describe('The first address of a new customer. In parts, it is also where the order goes'),
})

type Given = {
  readonly customer_id?: unknown
  readonly customer?: unknown
  readonly total_amount?: number | undefined
  readonly computed?: unknown
  readonly delivery_method_id?: unknown
  readonly address?: unknown
  readonly shipping_address?: unknown
  readonly discount_code?: string | undefined
  readonly items?: unknown
}

const isGiven = (value: unknown) => value !== undefined && value !== null

/** Whether the service calculates the amounts that are not sent: without a total, or with a delivery method or code. */
const isComputed = (order: Given) =>
  isGiven(order.computed ?? order.delivery_method_id ?? order.discount_code) || !isGiven(order.total_amount)

function expectConsistent(order: Given, context: z.RefinementCtx) {
  if (!isGiven(order.customer_id ?? order.customer))
    context.addIssue({ code: 'invalid_type', expected: 'string', path: ['customer_id'], input: undefined })
  if (isGiven(order.customer_id) && isGiven(order.customer))
    context.addIssue({
      code: 'custom',
      path: ['customer'],
      message: 'Send customer_id or customer, not both.',
      params: { code: 'conflicting_fields' },
    })
  if (isGiven(order.address ?? order.shipping_address) && typeof (Object(order.customer).address ?? '') === 'object')
    context.addIssue({
      code: 'custom',
      path: ['customer', 'address'],
      message: 'Send the address once: address is that of the order and of a new customer.',
      params: { code: 'conflicting_fields' },
    })
}

/** Over REST, an order with a customer_id and no method or code must have its total and its prices, as documented. */
function expectPublished(order: Given, context: z.RefinementCtx) {
  if (isGiven(order.customer ?? order.computed ?? order.delivery_method_id ?? order.discount_code)) return
  const required = (path: (string | number)[]) =>
    context.addIssue({
      code: 'custom',
      path,
      message: 'is required. Or send "computed": true, and what you leave out is computed.',
      params: { code: 'required' },
    })
  if (!isGiven(order.total_amount)) required(['total_amount'])
  const items: unknown[] = Array.isArray(order.items) ? order.items : []
  for (const [index, item] of items.entries())
    if (typeof item === 'object' && !isGiven(Object(item).unit_price)) required(['items', index, 'unit_price'])
}

type Sent = {
  readonly customer?: z.output<typeof NewCustomer> | undefined
  readonly address?: AddressRecord | undefined
}

/** An address in parts that came with the customer is that of the order, from which a new customer has it. */
function withAddressOfCustomer<Order extends Sent>(order: Order) {
  const { customer } = order
  return typeof customer?.address === 'object'
    ? { ...order, address: customer.address, customer: { ...customer, address: undefined } }
    : order
}

export const createOrder = operation(
  {
    name: 'create_order',
    scope: 'orders:write',
    input: z
      .strictObject({
        customer_id: maybe(CustomerReference),
        customer: maybe(NewCustomer)
          .describe('In place of customer_id: found by phone, or created')
          .meta({ tool: true }),
        external_id: maybe(ExternalId).meta({ tool: false }),
        total_amount: maybe(Amount)
          .describe(
            'Order total, in major units: items plus shipping and tax, minus the discount. With it, your amounts stand. Without it, those that you do not send are computed',
          )
          .meta({ tool: 'Without it, what you do not send is computed' }),
        computed: maybe(z.literal(true))
          .describe(
            'true: prices and amounts that you do not send are computed, as in a quote, and a total_amount must be the computed one',
          )
          .meta({ tool: false }),
        shipping_amount: maybe(Amount),
        tax_amount: maybe(Amount),
        discount_amount: maybe(Amount),
        address: OrderAddress,
        destination: maybe(Destination),
        delivery_method_id: maybe(DeliveryMethodReference)
          .describe('With it or discount_code, a total_amount must be the computed one')
          .meta({ tool: 'From quote_order' }),
        discount_code: maybe(Identifier(100)),
        items: z.array(NewItem).min(1).max(limits.order.items),
        platform: Platform.default('direct'),
        ...newOrderTexts,
        customer_phone: maybe(Identifier(50)).describe("Default: the customer's phone"),
        tags: Tags.default([]),
      })
      .superRefine(expectConsistent, evenIfInvalid),
    output: Order.extend({ warnings: z.array(NewOrderWarning), ...DiscountRefused }),
    refusals: newOrderRefusals,
  },
  async ({ caller, write }, asked) => {
    const input = withAddressOfCustomer(asked)
    const order = {
      ...input,
      ...(await fromAddress(input)),
      id: newId(),
      source: caller.source,
      customer_phone_e164: await phoneOf(input.customer_phone),
      ...(input.customer && {
        customer: { ...input.customer, id: newId(), phone_e164: await phoneOf(input.customer.phone) },
      }),
      ...withNamedProducts(input.items),
      ...(isComputed(input) && { computed: true }),
      ...(caller.source === 'mcp' && { exact_total: true }),
    }
    const done = await write({
      call: (key) => sql`app.create_order(${JSON.stringify(order)}::jsonb, ${key})`,
      selected: createdOrder,
    })
    const row = { ...done, ...keptOrderRow(done) }
    return {
      ...toOrder(row),
      warnings: [
        ...newOrderWarnings(row),
        ...(await addressWarnings(input, row.destination, row.ignoredRegion)),
        ...phoneWarnings([
          ...(input.customer_phone && !row.isPhoneRead ? ['/customer_phone'] : []),
          ...(input.customer?.phone && !row.isCustomerPhoneRead ? ['/customer/phone'] : []),
        ]),
      ],
      ...discountRefused(row),
    }
  },
)

/** The input over REST. */
export const PublishedOrder = createOrder.input.superRefine(expectPublished, evenIfInvalid)
