import * as z from 'zod'
import { Line, maybe } from '../text.ts'

/** Where an order goes, which decides about delivery methods and tax. */
export const Destination = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code such as KW')
    .toUpperCase()
    .describe('ISO 3166-1 alpha-2'),
  region: maybe(Line(100)),
})
