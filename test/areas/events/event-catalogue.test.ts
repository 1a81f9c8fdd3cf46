import { expect, test } from 'vitest'
import { eventCatalogue, eventTypes } from '../../../src/areas/events/event-catalogue.ts'
import { orderActions } from '../../../src/areas/orders/actions/order-actions.ts'

const sources = {
  ...import.meta.glob('../../../drizzle/sql/**/*.sql', { query: '?raw', import: 'default' }),
  ...import.meta.glob('../../../src/**/*.ts', { query: '?raw', import: 'default' }),
}

/** The rest of a statement that records an event. */
const recording = /(?:record_event\(|insert into (?:public\.events|\$\{events\}))[^;`]*/gi

/** Which types each source records. */
async function recordedTypes() {
  const found = await Promise.all(
    Object.entries(sources).map(async ([path, load]) => {
      const text = String(await load())
      const statements = text.match(recording) ?? []
      const types = statements.flatMap((statement) => [...statement.matchAll(/'([a-z_]+\.[a-z_]+)'/g)])
      // What src/platform/operation/resource.ts records.
      const done = {
        creation: 'created',
        change: 'updated',
        deletion: text.includes("verb: 'remove'") ? 'removed' : 'deleted',
      }
      const ofResources = [...text.matchAll(/\b(\w+)Resource\.(creation|change|deletion)\(/g)].map(
        ([, name = '', what]) =>
          `${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}.${Object.entries(done).find(([made]) => made === what)?.[1]}`,
      )
      return [...types.map(([, type = '']) => type), ...ofResources].map((type) => ({ path, type }))
    }),
  )
  const ofActions = Object.values(orderActions).map(({ event }) => ({ path: 'orderActions', type: event }))
  return [...found.flat(), ...ofActions]
}

test('the catalogue has every type of event that is recorded, and no other', async () => {
  const recorded = await recordedTypes()
  const known = new Set<string>(eventTypes)
  expect(recorded.filter(({ type }) => !known.has(type))).toEqual([])
  const types = new Set(recorded.map(({ type }) => type))
  expect(eventTypes.filter((type) => !types.has(type))).toEqual([])
})

test('the guide has every type with what happened and its fields', async () => {
  const guide = String(
    await Object.values(import.meta.glob('../../../docs/events.md', { query: '?raw', import: 'default' }))[0]?.(),
  )
  const rows = [...guide.matchAll(/^\| `([^`]+)` *\| (.*?) *\| (.*?) *\|$/gm)].map(([, ...cells]) => cells)
  const expected = Object.entries(eventCatalogue).map(([type, { about, data }]) => {
    const fields = Object.entries(data.shape).map(([name, field]) => `\`${name}${field.isOptional() ? '?' : ''}\``)
    return [type, about, fields.join(', ')]
  })
  expect(new Set(rows)).toEqual(new Set(expected))
})
