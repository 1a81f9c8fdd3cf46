import * as z from 'zod'
import { withoutMarks } from '../../platform/values/pasted.ts'

/** Suggestions only: any other name of the same format is accepted in an order. */
export const knownPlatforms: readonly string[] = [
  'direct',
  'website',
  'whatsapp',
  'instagram',
  'facebook',
  'messenger',
  'tiktok',
  'snapchat',
  'telegram',
  'phone',
  'pos',
  'marketplace',
  'api',
  'import',
]

export const Platform = z
  .string()
  .overwrite(withoutMarks)
  .regex(
    /^[a-z][a-z0-9_]{0,31}$/,
    'must be at most 32 lower-case letters, digits and underscores, starting with a letter, such as whatsapp',
  )
  .describe(`Where the order came from: ${knownPlatforms.join(', ')}, or any other name`)
  .meta({ tool: 'Such as whatsapp' })
