import * as z from 'zod'
import { deliveryKinds } from '../../../platform/db/schema/delivery-methods.ts'
import { Amount } from '../../../platform/values/money.ts'
import { Line, maybe, Text } from '../../../platform/values/text.ts'
import { Destination } from '../../checkout/quote.ts'
import { EstimatedDays } from '../../checkout/order-price.ts'

// How an order in an import file was delivered and taxed. JSONL has objects, CSV a column for each of their main fields.

const DeliveryName = Line(200)
const DeliveryKind = z.enum(deliveryKinds)
const Rate = z
  .number()
  .min(0)
  .max(100)
  .refine((rate) => Number(rate.toFixed(4)) === rate, 'may have at most 4 decimals')
  .describe('A percentage')
const Label = Line(100)
const { country, region } = Destination.shape

export const importedPrice = {
  delivery: maybe(
    z.object({
      name: DeliveryName,
      kind: maybe(DeliveryKind),
      cod_fee: maybe(Amount),
      tax_amount: maybe(Amount),
      estimated_days: maybe(EstimatedDays),
      pickup_address: maybe(Text(1000)),
      destination: maybe(Destination),
    }),
  ).describe('Its method_id and amount are ignored, because the methods belong to another store'),
  destination: maybe(Destination).describe('Of an order without a delivery method'),
  delivery_method: maybe(DeliveryName).describe('Its name. In CSV, this and the following replace delivery and tax'),
  delivery_kind: maybe(DeliveryKind),
  delivery_country: maybe(country),
  delivery_region: region,
  delivery_tax: maybe(Amount).describe(
    'The part of tax_amount that is for the delivery. Without a delivery method, the items must have the rest',
  ),
  cod_fee: maybe(Amount).describe('The part of shipping_amount that is a fee for cash on delivery'),
  // An order that was imported with a rate and no label is exported with an empty one.
  tax: maybe(
    z.object({
      rate: Rate,
      label: maybe(z.union([z.literal('').transform(() => undefined), Label])),
      included: z.boolean(),
      delivery_amount: maybe(Amount),
    }),
  ),
  tax_rate: maybe(Rate),
  tax_label: maybe(Label),
  tax_included: maybe(z.boolean()).describe('Whether prices include the tax, so that it is not added to the total'),
}

const Record = z.object(importedPrice)
type Record = z.output<typeof Record>

export type AddProblem = (path: (string | number)[], message: string, code?: 'contradiction' | 'required') => void

/** Reports columns that are missing although others need them. */
export function checkPrice(order: Record, addProblem: AddProblem): void {
  const { delivery_kind, delivery_country, delivery_region, cod_fee } = order
  const others = [delivery_kind, cod_fee]
  if (order.delivery_method === undefined && others.some((value) => value !== undefined))
    addProblem(['delivery_method'], 'is required if another column says how the order was delivered.', 'required')
  if (delivery_region !== undefined && delivery_country === undefined)
    addProblem(['delivery_country'], 'is required with delivery_region.', 'required')
  if (order.tax_rate === undefined && (order.tax_included === true || order.tax_label !== undefined))
    addProblem(['tax_rate'], 'is required with tax_included and tax_label.', 'required')
}

/** The fields of app.imported_price. */
export const toImportedPrice = (order: Record) => ({
  delivery: deliveryOf(order),
  destination: toDestination(order.destination ?? destinationIn(order)),
  delivery_tax: order.tax?.delivery_amount ?? order.delivery_tax,
  ...taxOf(order),
})

function deliveryOf({ delivery, delivery_method: name, ...order }: Record) {
  if (delivery) {
    const { kind = 'delivery', estimated_days = null, pickup_address = null, destination, ...rest } = delivery
    return { ...rest, kind, estimated_days, pickup_address, destination: toDestination(destination) }
  }
  if (name === undefined) return null
  const { delivery_kind: kind = 'delivery', delivery_tax, cod_fee } = order
  return {
    name,
    kind,
    cod_fee,
    tax_amount: delivery_tax,
    estimated_days: null,
    pickup_address: null,
    destination: toDestination(destinationIn(order)),
  }
}

/** The destination in the columns of CSV. */
const destinationIn = ({ delivery_country: country, delivery_region: region }: Omit<Record, 'delivery'>) =>
  country === undefined ? undefined : { country, region }

export const toDestination = (destination: { country: string; region?: string | undefined } | undefined) =>
  destination ? { country: destination.country, region: destination.region ?? null } : null

const taxOf = ({ tax, tax_rate, tax_label, tax_included = false }: Record) => ({
  tax_rate: tax ? tax.rate : tax_rate,
  tax_label: tax ? tax.label : tax_label,
  tax_included: tax ? tax.included : tax_included,
})
