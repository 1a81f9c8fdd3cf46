import { afterEach, describe, expect, test, vi } from 'vitest'
import { deleteCached, readCache, writeCache } from '../../../src/platform/outside/edge-cache.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const now = () => Date.now()

describe('the cache of a location', () => {
  test('returns entries until they expire', async () => {
    const key = `test/${crypto.randomUUID()}`
    expect(await readCache(key, 30)).toBeUndefined()
    const at = now()
    await writeCache(key, { text: 'صوف', at }, 30)
    expect(await readCache(key, 30)).toEqual({ text: 'صوف', at })
    vi.useFakeTimers({ toFake: ['Date'], now: at + 29_999 })
    expect(await readCache(key, 30)).toBeDefined()
    vi.setSystemTime(at + 30_000)
    expect(await readCache(key, 30)).toBeUndefined()
  })

  test('deletes entries', async () => {
    const key = `test/${crypto.randomUUID()}`
    await writeCache(key, { text: 'a', at: now() }, 30)
    await deleteCached(key)
    expect(await readCache(key, 30)).toBeUndefined()
  })
})

// Last: an isolate that has found no Cache API once does without from then on.
describe('an isolate without the Cache API', () => {
  test('has a local cache of limited size, which drops the oldest entries first', async () => {
    vi.stubGlobal('caches', undefined)
    const text = 'x'.repeat(500_000)
    const keys = Array.from({ length: 12 }, (_, i) => `own/${i}`)
    for (const key of keys) await writeCache(key, { text, at: now() }, 30)
    const left = []
    for (const key of keys) if (await readCache(key, 30)) left.push(key)
    expect(left).toEqual(keys.slice(-7))
    await writeCache('own/11', { text: 'short', at: now() }, 30)
    expect(await readCache('own/11', 30)).toMatchObject({ text: 'short' })
    await deleteCached('own/11')
    await deleteCached('own/never')
    expect(await readCache('own/11', 30)).toBeUndefined()
    await writeCache('own/huge', { text: 'x'.repeat(5_000_000), at: now() }, 30)
    expect(await readCache('own/huge', 30)).toBeUndefined()
    await writeCache('own/after', { text, at: now() }, 30)
    expect(await readCache('own/after', 30)).toBeDefined()
  })
})
