import * as z from 'zod'
import { Country } from './country.ts'
import { Phone } from './phone.ts'
import { Line, Text } from './text.ts'

const texts = {
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
}

export type AddressText = keyof typeof texts

const isAddressText = (name: string): name is AddressText => name in texts

/** The parts that are texts. */
export const addressTexts: readonly AddressText[] = Object.keys(texts).filter(isAddressText)

export const Latitude = z.number().min(-90).max(90)
export const Longitude = z.number().min(-180).max(180)

/** All parts of an address, each of which can be left out. */
export const addressFields = { ...texts, location: z.strictObject({ lat: Latitude, lng: Longitude }) }

/** An address in parts, as sent. */
export const AddressInParts = z
  .strictObject(addressFields)
  .partial()
  .refine((address) => Object.values(address).some((part) => part !== undefined), {
    message: 'must have at least one part of an address',
    params: { code: 'required' },
  })

/** As stored and returned: only the parts that the address has. */
export const AddressRecord = z.strictObject(addressFields).partial()

export type AddressRecord = z.output<typeof AddressRecord>
