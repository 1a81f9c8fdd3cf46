import { afterEach, describe, expect, test, vi } from 'vitest'
import { drop, keep, recall } from '../src/edge-cache.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const now = () => Date.now()

describe('the cache of a location', () => {
  test('returns entries until they expire', async () => {
    const key = `test/${crypto.randomUUID()}`
    expect(await recall(key, 30)).toBeUndefined()
    const at = now()
    await keep(key, { text: 'صوف', at }, 30)
    expect(await recall(key, 30)).toEqual({ text: 'صوف', at })
    vi.useFakeTimers({ toFake: ['Date'], now: at + 29_999 })
    expect(await recall(key, 30)).toBeDefined()
    vi.setSystemTime(at + 30_000)
    expect(await recall(key, 30)).toBeUndefined()
  })

  test('deletes entries', async () => {
    const key = `test/${crypto.randomUUID()}`
    await keep(key, { text: 'a', at: now() }, 30)
    await drop(key)
    expect(await recall(key, 30)).toBeUndefined()
  })
})

// Last: an isolate that has found no Cache API once does without from then on.
describe('an isolate without the Cache API', () => {
  test('has a local cache of limited size, which drops the oldest entries first', async () => {
    vi.stubGlobal('caches', undefined)
    const text = 'x'.repeat(500_000)
    const keys = Array.from({ length: 12 }, (_, i) => `own/${i}`)
    for (const key of keys) await keep(key, { text, at: now() }, 30)
    const left = []
    for (const key of keys) if (await recall(key, 30)) left.push(key)
    expect(left).toEqual(keys.slice(-7))
    await keep('own/11', { text: 'short', at: now() }, 30)
    expect(await recall('own/11', 30)).toMatchObject({ text: 'short' })
    await drop('own/11')
    await drop('own/never')
    expect(await recall('own/11', 30)).toBeUndefined()
    await keep('own/huge', { text: 'x'.repeat(5_000_000), at: now() }, 30)
    expect(await recall('own/huge', 30)).toBeUndefined()
    await keep('own/after', { text, at: now() }, 30)
    expect(await recall('own/after', 30)).toBeDefined()
  })
})
