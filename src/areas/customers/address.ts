import * as z from 'zod'
import { AddressInParts, type AddressRecord } from '../../platform/values/address.ts'
import { Text } from '../../platform/values/text.ts'

// Transformed last: a union does not say what is wrong with a part that is.
export const Address = z
  .union([Text(2000).min(1), AddressInParts], 'must be a string, or an object with the parts of an address')
  .transform((address): string | AddressRecord => address)
