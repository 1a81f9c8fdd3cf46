/**
 * What the faster of Medusa 2.21 and Vendure 3.7 does a second on a machine of this size, in production mode, with
 * 100,000 orders and 32 requests at once, and how many times that this service is to do.
 */
const peers = {
  list: { perSecond: 63.4, times: 20 },
  create: { perSecond: 15.2, times: 30 },
  search: { perSecond: 10.4, times: 60 },
  products: { perSecond: 48.5, times: 25 },
} as const

export type Peer = keyof typeof peers

/** Requests a second at 32 connections. */
export const wanted = (peer: Peer): number => peers[peer].perSecond * peers[peer].times

export const timesPeer = (peer: Peer, perSecond: number): number => perSecond / peers[peer].perSecond

export const limits = {
  /** p50 in round trips, with 20 ms between Worker and database. */
  roundTrips: 1.5,
  /** Time with all orders, over the time with a tenth of them. */
  growth: 1.5,
  /** What a list must reach of what its own SQL does through a plain driver. */
  shareOfDriver: 1 / 3,
  bundleKb: 500,
} as const
