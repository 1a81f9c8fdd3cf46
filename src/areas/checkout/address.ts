import * as z from 'zod'
import { type Problem, refused } from '../../platform/errors/errors.ts'
import { AddressInParts, type AddressRecord, type AddressText, addressTexts } from '../../platform/values/address.ts'
import { maybe } from '../../platform/values/text.ts'

/** Where an order goes, in parts. The text and the destination follow from it. */
export const OrderAddress = maybe(AddressInParts).describe(
  'Where the order goes, in parts. shipping_address is written from it unless you send that too, and destination follows from it',
)

type Given = {
  readonly address?: AddressRecord | null | undefined
  readonly shipping_address?: string | null | undefined
  readonly destination?: { readonly country: string; readonly region?: string | null | undefined } | null | undefined
}

type FromAddress = { shipping_address?: string; destination?: { country: string; region?: string | undefined } }

/** What follows from the address of a request. Refuses a destination in another country. */
export async function fromAddress({ address, shipping_address, destination }: Given): Promise<FromAddress> {
  if (!address) return {}
  if (address.country && destination && address.country !== destination.country)
    throw refused('invalid_input', [
      {
        pointer: '/destination/country',
        code: 'conflicting_fields',
        detail: 'The destination follows from address. Leave it out, or send the country of the address.',
      },
    ])
  const country = address.country ?? destination?.country
  const { addressText } = await formats()
  const text = shipping_address || addressText({ ...address, country })
  return {
    ...(text !== '' && { shipping_address: text }),
    ...(country && { destination: { country, region: destination?.region ?? address.region } }),
  }
}

/** The parts that an address lacks in the country to which the order goes. */
export async function missingIn(address: Given['address'], destination: Given['destination']): Promise<AddressText[]> {
  if (!address) return []
  const { missingParts } = await formats()
  return missingParts({ ...address, country: address.country ?? destination?.country })
}

/** The data of all countries, which loads with the first address. */
const formats = () => import('../../platform/values/address-format.ts')

/** What shoppers call the parts that a country can need. */
const shoppersWords: { readonly [Part in AddressText]?: string } = {
  line1: 'Street and building',
  area: 'Area',
  city: 'City',
  region: 'State or region',
  postal_code: 'Postal code',
}

/** For a shopper, who has to complete an address. */
export function expectComplete(missing: readonly AddressText[]): void {
  const problems = missing.map((part): Problem => ({
    pointer: `/address/${part}`,
    code: 'required',
    detail:
      part === 'country'
        ? 'Country is required.'
        : `${shoppersWords[part] ?? part} is required in the country of this address.`,
  }))
  if (problems.length > 0) throw refused('invalid_input', problems)
}

export const AddressWarning = z.object({
  code: z.literal('address_incomplete'),
  detail: z.string(),
  missing: z.array(z.enum(addressTexts)).describe('The parts that addresses in this country need'),
})

/** For the store's people, who may know better. */
export const addressWarnings = (missing: AddressText[]): z.output<typeof AddressWarning>[] =>
  missing.length === 0
    ? []
    : [
        {
          code: 'address_incomplete',
          detail: missing.includes('country')
            ? 'The address has no country, so nobody can tell what else it lacks.'
            : `Addresses in this country also have: ${missing.join(', ')}. Complete the address before the order is shipped.`,
          missing,
        },
      ]
