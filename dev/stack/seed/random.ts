export type Random = ReturnType<typeof createRandom>

/** A deterministic generator (mulberry32), so that seeded data is the same on every machine. */
export function createRandom(seed: number) {
  let state = seed

  /** From 0 (inclusive) to 1 (exclusive). */
  function next() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** From min to max, both inclusive. */
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const chance = (probability: number) => next() < probability

  function pick<T>(from: readonly T[]): T {
    const picked = from[integer(0, from.length - 1)]
    if (picked === undefined) throw new Error('cannot pick from an empty list')
    return picked
  }

  /** A UUIDv7 for this time. */
  function id(at: Date) {
    const hex = (length: number) => Array.from({ length }, () => integer(0, 15).toString(16)).join('')
    const time = at.getTime().toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${integer(8, 11).toString(16)}${hex(3)}-${hex(12)}`
  }

  /** What most rows of a store begin with. */
  const row = (storeId: string, at: Date) => ({ storeId, id: id(at), createdAt: at, updatedAt: at })

  return { next, integer, chance, pick, id, row }
}
