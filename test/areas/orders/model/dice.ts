/** A source of random choices: a seed, so that a run can be repeated, or numbers that fast-check generates and shrinks. */
export type Dice = {
  /** From 0 to below `sides`. */
  readonly roll: (sides: number) => number
  readonly chance: (percent: number) => boolean
  readonly pick: <T>(from: readonly T[]) => T
}

const diceOf = (next: () => number): Dice => {
  const roll = (sides: number) => Math.floor(next() * sides)
  return {
    roll,
    chance: (percent) => roll(100) < percent,
    pick: (from) => {
      const picked = from[roll(from.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
  }
}

/** The same choices for the same seed (mulberry32). */
export function seededDice(seed: number): Dice {
  let state = seed >>> 0
  return diceOf(() => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  })
}

/** Choices from these numbers (0 to 999), then zeros. */
export function writtenDice(numbers: readonly number[]): Dice {
  let at = 0
  return diceOf(() => (numbers[at++] ?? 0) / 1000)
}
