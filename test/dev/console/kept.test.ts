import { afterEach, expect, test, vi } from 'vitest'
import { renamed, withView } from '../../../console/src/parts/view-list.ts'
import { attemptOf, draftOf, forgetAll, lastStore, ownViewsOf } from '../../../console/src/service/kept.ts'

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

test('what was sent and whose answer was lost is sent again as it was, until a person begins anew with what has become of it', () => {
  useStorage()
  const attempt = () => attemptOf('olivia', 'payments')
  const first = attempt().attemptAt({ amount: 5 }, '3')
  expect(first.version).toBe('3')
  attempt().beginAt('3')
  expect(attempt().attemptAt({ amount: 5 }, '4')).toEqual(first)
  attempt().beginAt('4')
  const second = attempt().attemptAt({ amount: 5 }, '4')
  expect(second.key).not.toBe(first.key)
  expect(second.version).toBe('4')
})

test('a form opens empty in a browser without storage', () => {
  vi.stubGlobal('localStorage', undefined)
  draftOf('olivia', 'create-store').set({ name: 'Corner' })
  expect(draftOf('olivia', 'create-store').get()).toEqual({})
})

test('own views are kept by person, store and list, in their order, and gone after signing out', () => {
  useStorage()
  const views = [
    { name: 'Salmiya', query: 'city=Salmiya' },
    { name: 'Big ones', query: 'total_from=100&sort=-total_amount' },
  ]
  ownViewsOf('olivia', 'acme', 'orders').set(views)
  expect(ownViewsOf('olivia', 'acme', 'orders').get()).toEqual(views)
  expect(ownViewsOf('adam', 'acme', 'orders').get()).toEqual([])
  expect(ownViewsOf('olivia', 'globex', 'orders').get()).toEqual([])
  expect(ownViewsOf('olivia', 'acme', 'products').get()).toEqual([])
  forgetAll()
  expect(ownViewsOf('olivia', 'acme', 'orders').get()).toEqual([])
})

test.each(['', '{', 'null', '"Salmiya"', '{"Salmiya":1}'])('there are no own views if %j was kept', (json) => {
  useStorage().set('console views olivia acme orders', json)
  expect(ownViewsOf('olivia', 'acme', 'orders').get()).toEqual([])
})

test('a view of the same name is replaced in its place, its page is not kept, and there are at most 20', () => {
  const one = withView([], 'Salmiya', { city: 'Salmiya', cursor: 'abc' }) ?? []
  expect(one).toEqual([{ name: 'Salmiya', query: 'city=Salmiya' }])
  const two = withView(one, 'Big ones', { total_from: '100' }) ?? []
  expect(withView(two, 'Salmiya', { area: 'Salmiya' })).toEqual([{ name: 'Salmiya', query: 'area=Salmiya' }, two[1]])
  const full = Array.from({ length: 20 }, (_, nth) => ({ name: `View ${nth}`, query: 'tag=vip' }))
  expect(withView(full, 'One more', {})).toBeNull()
  expect(withView(full, 'View 3', {})).toHaveLength(20)
})

test('a view that is renamed takes the place of the one with that name', () => {
  const views = [
    { name: 'Salmiya', query: 'city=Salmiya' },
    { name: 'Big ones', query: 'total_from=100' },
  ]
  expect(renamed(views, 'Salmiya', 'Near')).toEqual([{ name: 'Near', query: 'city=Salmiya' }, views[1]])
  expect(renamed(views, 'Salmiya', 'Big ones')).toEqual([{ name: 'Big ones', query: 'city=Salmiya' }])
  expect(renamed(views, 'Salmiya', 'Salmiya')).toEqual(views)
})
