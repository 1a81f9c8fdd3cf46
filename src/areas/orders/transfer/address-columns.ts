import { code, number, text } from '../../../platform/transfer/cell-types.ts'
import { column } from '../../../platform/transfer/sheet.ts'
import {
  addressFields,
  type AddressRecord,
  addressTexts,
  Latitude,
  Longitude,
} from '../../../platform/values/address.ts'
import { maybe } from '../../../platform/values/text.ts'

// The address of an order in CSV: a column for each part.

const { location: _location, ...texts } = addressFields

/** The fields that an import reads the columns into. */
export const addressColumns = {
  address_label: maybe(texts.label),
  address_recipient: maybe(texts.recipient),
  address_phone: maybe(texts.phone),
  address_line1: maybe(texts.line1),
  address_line2: maybe(texts.line2),
  address_area: maybe(texts.area),
  address_city: maybe(texts.city),
  address_region: maybe(texts.region),
  address_postal_code: maybe(texts.postal_code),
  address_country: maybe(texts.country),
  address_instructions: maybe(texts.instructions),
  address_lat: maybe(Latitude),
  address_lng: maybe(Longitude),
}

type Ordered = { readonly address: AddressRecord | null }

export const addressSheetColumns = [
  ...addressTexts.map((part) =>
    column(
      `address_${part}`,
      part === 'phone' || part === 'postal_code' ? code : text,
      ({ address }: Ordered) => address?.[part] ?? null,
    ),
  ),
  column('address_lat', number, ({ address }: Ordered) => address?.location?.lat ?? null),
  column('address_lng', number, ({ address }: Ordered) => address?.location?.lng ?? null),
]

type Columns = { readonly [Name in keyof typeof addressColumns]?: (typeof addressColumns)[Name]['_zod']['output'] }

/** The address in the columns of a record; undefined if they are empty. */
export function addressInColumns(record: Columns): AddressRecord | undefined {
  const { address_lat: lat, address_lng: lng } = record
  const parts = Object.fromEntries(
    addressTexts.flatMap((part) => {
      const value = record[`address_${part}`]
      return value ? [[part, value] as const] : []
    }),
  )
  const address: AddressRecord = lat !== undefined && lng !== undefined ? { ...parts, location: { lat, lng } } : parts
  return Object.keys(address).length > 0 ? address : undefined
}
