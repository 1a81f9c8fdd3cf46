import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Document = z.object({
  components: z.object({
    schemas: z.record(z.string(), z.object({ enum: z.array(z.string()).optional() })).and(
      z.object({
        Order: z.object({ properties: z.object({ payment_kind: z.object({ enum: z.array(z.string().nullable()) }) }) }),
      }),
    ),
  }),
})

const { components } = Document.parse(
  JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')),
)

/** The values of an enumeration of the contract. */
const valuesOf = (name: string): readonly string[] => components.schemas[name]?.enum ?? []

export const orderStatuses = valuesOf('OrderStatus')
export const paymentStatuses = valuesOf('PaymentStatus')
export const fulfillmentStatuses = valuesOf('FulfillmentStatus')
export const holdReasons = valuesOf('HoldReason')

export const paymentKinds = components.schemas.Order.properties.payment_kind.enum.filter((kind) => kind !== null)
