import * as z from 'zod'

export const Country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be a two-letter ISO 3166-1 country code, such as KW')
  .toUpperCase()
