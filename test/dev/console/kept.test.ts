import { afterEach, expect, test, vi } from 'vitest'
import { draftOf, forgetAll, lastStore } from '../../../console/src/service/kept.ts'

/** What the console uses of a browser's storage. */
function useStorage() {
  const values = new Map<string, string>()
  const storage = Object.assign(Object.create(null), {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      values.set(key, value)
      storage[key] = value
    },
    removeItem(key: string) {
      values.delete(key)
      delete storage[key]
    },
  })
  for (const name of ['getItem', 'setItem', 'removeItem']) Object.defineProperty(storage, name, { enumerable: false })
  vi.stubGlobal('localStorage', storage)
  return values
}
afterEach(() => vi.unstubAllGlobals())

test('what was typed is kept by person and form, and gone after signing out', () => {
  const values = useStorage()
  draftOf('olivia', 'create-store').set({ name: 'Corner' })
  lastStore.set('acme')
  expect(draftOf('olivia', 'create-store').get()).toEqual({ name: 'Corner' })
  expect(draftOf('adam', 'create-store').get()).toEqual({})
  forgetAll()
  expect([...values]).toEqual([])
  expect(lastStore.get()).toBeNull()
})

test.each(['', '{', 'null', '"Corner"', '[1]', '{"name":1}'])('a form opens empty if %j was kept', (json) => {
  useStorage().set('console draft olivia create-store', json)
  expect(draftOf('olivia', 'create-store').get()).toEqual({})
})

test('a form opens empty in a browser without storage', () => {
  vi.stubGlobal('localStorage', undefined)
  draftOf('olivia', 'create-store').set({ name: 'Corner' })
  expect(draftOf('olivia', 'create-store').get()).toEqual({})
})
