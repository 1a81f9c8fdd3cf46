import { portInUse } from '../../../dev/stack/ports.ts'

/**
 * The first of `count` consecutive free ports. They are below those that the system gives to outgoing connections, one of which
 * could take a port before it is used. Several have a range of their own, so that nobody who looks for one meanwhile takes them.
 */
export async function freePort(count = 1): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const first = (count === 1 ? 20_000 : 25_000) + Math.floor(Math.random() * 5000)
    const used = await Promise.all(Array.from({ length: count }, (_, next) => portInUse(first + next)))
    if (!used.includes(true)) return first
  }
  throw new Error(`found no ${count} consecutive free ports`)
}
