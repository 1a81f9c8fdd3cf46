import { expect, test } from 'vitest'
import { sessionOperations } from '../../../dev/contract/openapi/session-operations.ts'
import { areas } from '../../../src/app.ts'
import { arabicTexts } from '../../../src/platform/http/arabic/arabic-texts.ts'

/** Only API keys and tokens meet them. */
const ofPrograms = ['session_required', 'insufficient_scope']

const sources = import.meta.glob('../../../console/src/**/*.{ts,tsx}', { query: '?raw', import: 'default' })
const imported = (await Promise.all(Object.values(sources).map((read) => read()))).flatMap((text) =>
  [...String(text).matchAll(/import \{([^}]*)\} from '@merchant-commerce\/client'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  ),
)

const functionOf = (id: string) => id.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const isUsed = ({ id }: { readonly id: string }) => imported.includes(functionOf(id))

test('whatever the screens ask for can be refused in Arabic', async () => {
  const used = (await sessionOperations()).filter(isUsed)
  expect(used.map(({ id }) => id)).toContain('list_orders')
  for (const { id, codes } of used) {
    const missing = codes.filter((code) => !Object.hasOwn(arabicTexts, code) && !ofPrograms.includes(code))
    expect(missing, id).toEqual([])
  }
})

test('whatever the database refuses to the screens, it refuses in Arabic', async () => {
  const rows = (await Promise.all(areas.map(({ routes }) => routes()))).flatMap((area) => area.rows)
  const used = rows.flatMap((row) => ('operation' in row && isUsed(row.operation) ? [row.operation] : []))
  expect(used.map(({ id }) => id)).toContain('create_store')
  for (const { id, refusals } of used)
    for (const [name, { code, isTranslated }] of Object.entries(refusals)) {
      if (ofPrograms.includes(code)) continue
      expect(isTranslated, `${id}: ${name}`).toBe(true)
      expect(Object.keys(arabicTexts), `${id}: ${name}`).toContain(code)
    }
})
