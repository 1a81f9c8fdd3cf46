import * as z from 'zod'
import { type Problem, refused, ServiceError } from '../../platform/errors/errors.ts'
import { moreProblems } from '../../platform/errors/more-problems.ts'
import { AddressInParts, type AddressRecord, type AddressText, addressTexts } from '../../platform/values/address.ts'
import type { Language } from '../../platform/values/language.ts'
import { maybe } from '../../platform/values/text.ts'
import { labelIn } from './address-formats/part-labels.ts'

/** Where an order goes, in parts. The text and the destination follow from it. */
export const OrderAddress = maybe(AddressInParts).describe(
  'Where the order goes, in parts. shipping_address is written from it, and destination follows from it',
)

type Given = {
  readonly address?: AddressRecord | null | undefined
  readonly shipping_address?: string | null | undefined
  readonly destination?: { readonly country: string; readonly region?: string | null | undefined } | null | undefined
}

type FromAddress = {
  shipping_address?: string
  destination?: { country: string; region?: string | undefined }
  /** The region of the destination that was sent, where the address has its own. app.ignored_region compares them. */
  ignored_region?: string
}

/** What follows from the address of a request. Refuses a destination in another country. */
export async function fromAddress({ address, destination }: Given): Promise<FromAddress> {
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
  const text = await textOf({ address, destination })
  return {
    ...(text !== '' && { shipping_address: text }),
    ...(country && { destination: { country, region: address.region ?? destination?.region ?? undefined } }),
    ...(address.region && destination?.region && { ignored_region: destination.region }),
  }
}

async function textOf({ address, destination }: Given): Promise<string> {
  if (!address) return ''
  const { addressText } = await formats()
  return addressText({ ...address, country: address.country ?? destination?.country })
}

/** Whether a text was sent that is not the one of the parts. */
export async function isTextReplaced(given: Given): Promise<boolean> {
  const text = await textOf(given)
  return text !== '' && Boolean(given.shipping_address) && given.shipping_address !== text
}

/** The parts that an address lacks in the country to which the order goes. */
export async function missingIn(address: Given['address'], destination: Given['destination']): Promise<AddressText[]> {
  if (!address) return []
  const { missingParts } = await formats()
  return missingParts({ ...address, country: address.country ?? destination?.country })
}

/** The data of all countries, which loads with the first address. */
const formats = () => import('../../platform/values/address-format.ts')

/** What the country of an address calls a part. */
const labelOf = (part: AddressText, { address, destination }: Given, language: Language): string =>
  labelIn(address?.country ?? destination?.country ?? 'ZZ', part)[language]

const requiredIn = {
  en: (label: string) => `${label} is required.`,
  ar: (label: string) => `${label}: هذا الحقل مطلوب.`,
} as const satisfies Record<Language, (label: string) => string>

/** For a shopper, who has to complete an address. */
export async function expectComplete(given: Given): Promise<void> {
  const missing = await missingIn(given.address, given.destination)
  const refusedIn = (language: Language): ServiceError => {
    const errors = missing.map((part): Problem => ({
      pointer: `/address/${part}`,
      code: 'required',
      detail: requiredIn[language](labelOf(part, given, language)),
    }))
    const more = missing.length > 1 ? moreProblems[language](missing.length - 1) : ''
    const [first] = errors
    return new ServiceError('invalid_input', `${first?.detail ?? ''}${more}`, { errors, arabic: () => refusedIn('ar') })
  }
  if (missing.length > 0) throw refusedIn('en')
}

const regionIgnored = z.object({
  code: z.literal('destination_region_ignored'),
  detail: z.string(),
  region: z.string().describe('The region that counts: that of the address'),
  ignored_region: z.string().describe('The region of the destination that was sent'),
})

const textReplaced = z.object({ code: z.literal('address_text_replaced'), detail: z.string() })

/** Of a shopper's order, whose address is complete. */
export const SentAddressWarning = z.discriminatedUnion('code', [regionIgnored, textReplaced])

/** Of quotes and of the orders of a store's people. */
export const AddressWarning = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('address_incomplete'),
    detail: z.string(),
    missing: z.array(z.enum(addressTexts)).describe('The parts that addresses in this country need'),
  }),
  regionIgnored,
  textReplaced,
])

/** What of a request does not count. `ignoredRegion`: as app.ignored_region returns it. */
export async function sentAddressWarnings(given: Given, ignoredRegion: string | null, language: Language = 'en') {
  const warnings: z.output<typeof SentAddressWarning>[] = []
  const region = given.address?.region
  if (region !== undefined && ignoredRegion !== null)
    warnings.push({
      code: 'destination_region_ignored',
      detail: {
        en: `The order goes to ${region}, the region of the address. The region "${ignoredRegion}" of the destination is ignored.`,
        ar: `يُرسَل الطلب إلى «${region}» كما في العنوان، ولا تُحتسب المنطقة «${ignoredRegion}» المذكورة في الوجهة.`,
      }[language],
      region,
      ignored_region: ignoredRegion,
    })
  if (await isTextReplaced(given))
    warnings.push({
      code: 'address_text_replaced',
      detail: {
        en: 'The text of the address was written from its parts, in place of the text that you sent.',
        ar: 'كُتب نص العنوان من أجزائه بدلًا من النص المرسل.',
      }[language],
    })
  return warnings
}

/** `destination`: of the order or quote. `say`: what the reader is told about the missing parts. */
export async function addressWarnings(
  given: Given,
  destination: Given['destination'],
  ignoredRegion: string | null,
  language: Language = 'en',
  say: (missing: readonly AddressText[], given: Given, language: Language) => string = forMerchants,
): Promise<z.output<typeof AddressWarning>[]> {
  const missing = await missingIn(given.address, destination)
  const incomplete = {
    code: 'address_incomplete' as const,
    detail: say(missing, { ...given, destination }, language),
    missing,
  }
  return [...(missing.length === 0 ? [] : [incomplete]), ...(await sentAddressWarnings(given, ignoredRegion, language))]
}

/** They may know better. */
const forMerchants = (missing: readonly AddressText[]) =>
  missing.includes('country')
    ? 'The address has no country, so nobody can tell what else it lacks.'
    : `Addresses in this country also have: ${missing.join(', ')}. Complete the address before the order is shipped.`

/** Their order is refused until the address is complete. */
export const forShoppers = (missing: readonly AddressText[], given: Given, language: Language): string => {
  const labels = missing.map((part) => labelOf(part, given, language))
  return { en: `Missing from the address: ${labels.join(', ')}.`, ar: `ينقص العنوان: ${labels.join('، ')}.` }[language]
}
