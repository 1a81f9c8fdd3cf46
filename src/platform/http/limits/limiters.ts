/** The window of every limit, in seconds. */
export const windowSeconds = 60

/** Every rate limit binding: the name of its policy, and its requests per minute and key in wrangler.toml. */
export const limiters = {
  /** Per caller; per address and kind of request; per store, for accepted orders and messages. */
  RATE_LIMITER: { policy: 'api', quota: 600 },
  /** Orders, messages and quotes with a code from an IPv4 address or an IPv6 /64. */
  SHOPPER_LIMITER: { policy: 'shopper', quota: 20 },
  /** The same, from an IPv6 /56, which internet providers assign to one household. */
  SHOPPER_SITE_LIMITER: { policy: 'shopper-site', quota: 60 },
  /** The same, from an IPv6 /48 (one organisation) or an IPv4 /24 (often many strangers). */
  SHOPPER_NETWORK_LIMITER: { policy: 'shopper-network', quota: 200 },
  /** The same, from an address (an IPv6 /56) while its IPv4 /24 or the store is over its own limit. */
  CROWD_LIMITER: { policy: 'crowd', quota: 3 },
} as const

export type Limiter = keyof typeof limiters
