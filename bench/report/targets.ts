import type { Figures } from '../load/load.ts'
import type { Scenarios } from '../load/requests.ts'

/**
 * Requests per second of the faster of Medusa 2.21 and Vendure 3.7: November 2026, in production mode, with 100,000 orders and
 * 32 connections, sorted by a column that they index, on the same 2 cores and in the same quiet run as this service.
 */
const peers = { list: 59.3, search: 9.9, products: 24.0, create: 13.4 } as const

type Target = {
  peer?: keyof typeof peers
  /** How many times faster than the peer, with 32 connections. */
  times?: number
  /** The share of the bare limit's throughput, with 32 connections. */
  shareOfBare?: number
  /** The median in milliseconds, with one connection. */
  maxMs?: number
  /** CPU milliseconds of PostgreSQL, with 32 connections, on the machine on which the peers were measured. */
  postgresMs?: number
}

/** What the rows must reach. A row without a target is measured only. */
export const targets: { readonly [Name in keyof Scenarios]?: Target } = {
  list: { peer: 'list', times: 12, shareOfBare: 0.46 },
  rare: { peer: 'search', times: 50 },
  rareHot: { peer: 'search', times: 50 },
  common: { peer: 'search', times: 50 },
  commonHot: { peer: 'search', times: 50 },
  products: { peer: 'products', times: 28 },
  create: { peer: 'create', times: 26, postgresMs: 4 },
  createHot: { peer: 'create', times: 18 },
  shopper: { postgresMs: 5.6 },
  bulk: { maxMs: 40 },
}

/** How many times faster than the peer that does the same work. */
export const timesPeer = ({ peer }: Target, perSecond: number): number | undefined => peer && perSecond / peers[peer]

export const limits = {
  /** p50 in round trips, with a delay of 20 ms between Worker and database. */
  roundTrips: 1.5,
  /** The time with ten times the orders divided by the time before. */
  growth: 1.35,
  /** The share of the plain driver's throughput that a list must reach. */
  shareOfDriver: 1 / 3,
  /** Milliseconds by which an import of 250 orders may delay an order that is created at the same time. */
  importDelayMs: 200,
  bundleKb: 1000,
} as const

export type Outcome = { target: string; reached: boolean; reasons: string[] }

type Reached = { single: Figures; concurrent: Figures; shareOfBare: number }

/** Compares figures with the row's target. */
export function outcomeOf(target: Target, { single, concurrent, shareOfBare }: Reached): Outcome {
  const { times, shareOfBare: minShare, maxMs, postgresMs } = target
  const postgres = concurrent.cpuMs['postgres'] ?? 0
  const timesReached = timesPeer(target, concurrent.perSecond) ?? 0
  const failed = single.failures + concurrent.failures
  const checks = [
    times !== undefined && {
      text: `≥ ${times} ×`,
      isReached: timesReached >= times,
      reason: `${timesReached.toFixed(1)} times the peer, not ${times}`,
    },
    minShare !== undefined && {
      text: `≥ ${minShare} of bare`,
      isReached: shareOfBare >= minShare,
      reason: `${shareOfBare.toFixed(2)} of the bare limit, not ${minShare}`,
    },
    maxMs !== undefined && {
      text: `≤ ${maxMs} ms`,
      isReached: single.p50 <= maxMs,
      reason: `${single.p50.toFixed(0)} ms one at a time, not ${maxMs}`,
    },
    postgresMs !== undefined && {
      text: `≤ ${postgresMs} ms of PostgreSQL`,
      isReached: postgres <= postgresMs,
      reason: `${postgres.toFixed(2)} ms of PostgreSQL, not ${postgresMs}`,
    },
    { text: '', isReached: failed === 0, reason: `${failed} failed` },
  ].filter((check) => check !== false)
  return {
    target: checks.flatMap(({ text }) => text || []).join(', '),
    reached: checks.every(({ isReached }) => isReached),
    reasons: checks.flatMap(({ isReached, reason }) => (isReached ? [] : reason)),
  }
}
