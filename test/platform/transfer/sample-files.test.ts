import { expect, test } from 'vitest'
import { openShop } from '../../support/shop.ts'
import { type Area, sent, types } from './files.ts'

const samples = import.meta.glob('../../../docs/samples/*', { query: '?raw', import: 'default' })

type Format = keyof typeof types

const sampleOf = async (area: Area, format: Format) =>
  String(await samples[`../../../docs/samples/${area}.${format}`]?.())

// Orders name products and customers of the other samples.
const areas = ['products', 'customers', 'orders'] as const

test.for<[first: Format, again: Format]>([
  ['csv', 'csv'],
  ['jsonl', 'jsonl'],
  ['csv', 'jsonl'],
])(
  'the %s samples create two of each in an empty store, and the %s samples then change nothing',
  async ([first, again]) => {
    const { owner } = await openShop()
    for (const area of areas) {
      const report = await sent(owner, area, await sampleOf(area, first), { type: types[first] })
      expect(report).toMatchObject({ created: 2, failed: 0 })
      expect(report.rows.flatMap(({ warnings }) => warnings)).toEqual([])
    }
    for (const area of areas) {
      const report = await sent(owner, area, await sampleOf(area, again), { type: types[again] })
      expect(report).toMatchObject({ unchanged: 2, failed: 0 })
    }
  },
)
