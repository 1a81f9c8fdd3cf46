/**
 * Requests per second of the faster of Medusa 2.21 and Vendure 3.7 on a similar machine, in production mode, with 100,000
 * orders and 32 concurrent requests; and how many times faster this service must be.
 */
const peers = {
  list: { perSecond: 63.4, times: 20 },
  create: { perSecond: 15.2, times: 30 },
  search: { perSecond: 10.4, times: 60 },
  products: { perSecond: 48.5, times: 25 },
} as const

export type Peer = keyof typeof peers

/** The target in requests per second, with 32 connections. */
export const targetRate = (peer: Peer): number => peers[peer].perSecond * peers[peer].times

export const timesPeer = (peer: Peer, perSecond: number): number => perSecond / peers[peer].perSecond

export const limits = {
  /** p50 in round trips, with a delay of 20 ms between Worker and database. */
  roundTrips: 1.5,
  /** The time with all orders divided by the time with a tenth of them. */
  growth: 1.5,
  /** The share of the plain driver's throughput that a list must reach. */
  shareOfDriver: 1 / 3,
  bundleKb: 500,
} as const
