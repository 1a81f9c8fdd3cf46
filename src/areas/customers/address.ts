import * as z from 'zod'
import { AddressInParts } from '../../platform/values/address.ts'
import { Text } from '../../platform/values/text.ts'

export const Address = z.union(
  [Text(2000).min(1), AddressInParts],
  'must be a string, or an object with the parts of an address',
)
