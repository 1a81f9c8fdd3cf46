import { Hono } from 'hono'
import { ServiceError } from '../../../platform/errors/errors.ts'
import type { AppEnv } from '../../../platform/http/app-env.ts'
import { publicReply } from '../../../platform/http/routes/public-reply.ts'
import { Country } from '../../../platform/values/country.ts'
import { addressFormatOf } from './address-format.ts'

/** A release can change them. */
const lifetime = { browser: 3600, shared: 86_400, stale: 86_400 }

/** Open to everybody, and the same for all stores. */
export const addressFormatRoutes = new Hono<AppEnv>().get('/:country', (c) => {
  const { data: country } = Country.safeParse(c.req.param('country'))
  if (country === undefined)
    throw new ServiceError('not_found', 'No country has this code. Use an ISO 3166-1 alpha-2 code, such as KW.')
  return publicReply(c, { text: JSON.stringify(addressFormatOf(country)), at: Date.now() }, lifetime)
})
