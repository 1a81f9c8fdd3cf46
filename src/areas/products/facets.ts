import * as z from 'zod'

/** At most this many of the products that match are counted, the newest. */
const countedUpTo = 1_000

/** At most this many values of each kind are counted. */
const maxCounts = 50

const counts = z.array(z.object({ value: z.string(), count: z.int() }))

/** How many of the products that match have which values. The most frequent values first, at most 50 of each kind. */
export const Facets = z.object({
  counted_up_to: z.literal(countedUpTo).describe('If more products match, only this many of the newest are counted'),
  tags: counts,
  prices: z
    .array(z.object({ from: z.number(), to: z.number(), count: z.int() }))
    .describe('Ranges for price_from and price_to, the lowest first'),
  in_stock: z.int(),
  on_sale: z.int(),
  options: z.array(z.object({ name: z.string(), values: counts })),
})

/** What app.product_facets returns: the values of all tags, of each option, or ranges of prices. */
export type FacetCounts = {
  /** Options are name and value with U+001F between them. Prices are in units of `step`, rounded down. */
  readonly groups: readonly (readonly [kind: 'tag' | 'option' | 'price', counts: readonly Count[]])[]
  readonly step: number
  /** Minor units in a major one. */
  readonly scale: number
  readonly in_stock: number
  readonly on_sale: number
}

type Count = readonly [value: string, count: number]

export function toFacets({ groups, step, scale, in_stock, on_sale }: FacetCounts) {
  const of = (wanted: 'tag' | 'option' | 'price') => groups.flatMap(([kind, found]) => (kind === wanted ? [found] : []))
  return {
    counted_up_to: countedUpTo,
    tags: of('tag').flat().map(toCount),
    prices: of('price')
      .flat()
      .map(([nth, count]) => ({ from: Number(nth) * step, to: (Number(nth) + 1) * step - 1, count }))
      .toSorted((one, other) => one.from - other.from)
      .map(({ from, to, count }) => ({ from: from / scale, to: to / scale, count })),
    in_stock,
    on_sale,
    options: of('option').slice(0, maxCounts).map(toOption),
  } satisfies z.output<typeof Facets>
}

const toCount = ([value, count]: Count) => ({ value, count })

/** Names that differ only in their case are the same option. */
function toOption(found: readonly Count[]) {
  const split = found.map(([option, count]) => {
    const [name = '', value = ''] = option.split('\u001F')
    return { name, value, count }
  })
  return {
    name: split.map(({ name }) => name).toSorted()[0] ?? '',
    values: split.map(({ value, count }) => ({ value, count })),
  }
}
