import { afterEach, expect, test, vi } from 'vitest'
import { attemptOf, draftOf, forgetAll, lastStore } from '../../../console/src/service/kept.ts'

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

test('the same input has one key until it is sent, also after a reload, and other input another', () => {
  useStorage()
  const key = attemptOf('olivia', 'create-store').keyFor({ name: 'Corner' })
  expect(attemptOf('olivia', 'create-store').keyFor({ name: 'Corner' })).toBe(key)
  const other = attemptOf('olivia', 'create-store').keyFor({ name: 'Market' })
  expect(other).not.toBe(key)
  attemptOf('olivia', 'create-store').clear()
  expect(attemptOf('olivia', 'create-store').keyFor({ name: 'Market' })).not.toBe(other)
})

test('a form opens empty in a browser without storage', () => {
  vi.stubGlobal('localStorage', undefined)
  draftOf('olivia', 'create-store').set({ name: 'Corner' })
  expect(draftOf('olivia', 'create-store').get()).toEqual({})
})
