/** Of every limit, in seconds. */
export const windowSeconds = 60

/** Every rate limit binding, with the name of its policy and how many requests a minute wrangler.toml gives each key. */
export const limiters = {
  /** A caller; an address, for each kind of request; the orders and messages that a store has taken. */
  RATE_LIMITER: { policy: 'api', quota: 600 },
  /** Orders and messages sent from an IPv4 address or an IPv6 /64. */
  SHOPPER_LIMITER: { policy: 'shopper', quota: 20 },
  /** The same, from an IPv6 /56: what an internet provider gives one household. */
  SHOPPER_SITE_LIMITER: { policy: 'shopper-site', quota: 60 },
  /** The same, from an IPv6 /48 (one organisation) or an IPv4 /24 (often many strangers). */
  SHOPPER_NETWORK_LIMITER: { policy: 'shopper-network', quota: 200 },
  /** The same, from an address (an IPv6 /56) while its IPv4 /24 or the store is over its own limit. */
  CROWD_LIMITER: { policy: 'crowd', quota: 3 },
} as const

export type Limiter = keyof typeof limiters
