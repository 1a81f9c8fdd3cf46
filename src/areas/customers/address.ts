import * as z from 'zod'
import { Country } from '../../platform/values/country.ts'
import { addressParts, type StructuredAddress } from '../../platform/db/schema/customers.ts'
import { Phone } from '../../platform/values/phone.ts'
import { Line, Text } from '../../platform/values/text.ts'

const parts = {
  label: Line(100).describe('Name of the address, such as Home'),
  recipient: Line(200),
  phone: Phone,
  line1: Line(200).describe('Block, street and house number'),
  line2: Line(200).describe('Floor, apartment, building'),
  area: Line(100),
  city: Line(100),
  region: Line(100),
  postal_code: Line(20),
  country: Country,
  instructions: Text(500).min(1).describe('Delivery instructions'),
} satisfies Record<(typeof addressParts)[number], z.ZodType<string>>

const Structured = z
  .strictObject(parts)
  .partial()
  .refine((address) => Object.values(address).some((part) => part !== undefined), {
    message: 'must have at least one part of an address',
    params: { code: 'required' },
  })

// Transformed last: a union does not say what is wrong with a part that is.
export const Address = z
  .union([Text(2000).min(1), Structured], 'must be a string, or an object with the parts of an address')
  .transform((address): string | StructuredAddress =>
    typeof address === 'string' ? address : Object.fromEntries(Object.entries(address).filter(([, part]) => part)),
  )
