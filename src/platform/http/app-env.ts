import type { Context } from 'hono'
import type { Caller, Trace } from '../operation/context.ts'
import type { Limiter } from './limits/limiters.ts'

/** Bindings of the Worker besides its variables, which platform/configuration/config.ts reads. A missing binding turns its feature off. */
export type Bindings = Record<string, unknown> & { readonly [Name in Limiter]?: RateLimit }

/** The static assets. Null where the service is hosted without them. */
export function assetsOf(env: Bindings): object | null {
  const assets: unknown = env['ASSETS']
  return typeof assets === 'object' ? assets : null
}

export type AppEnv = {
  Bindings: Bindings
  Variables: {
    requestId: string
    trace: Trace
    errorCode?: string
    /** Who may read the texts of problems, in the language that they accept: see reader.ts. Default: only programs. */
    readers?: 'people' | 'shoppers'
  }
}

/** Variables that only routes behind withCaller have. */
export type SessionEnv = AppEnv & { Variables: { caller: Caller } }

/** What middleware needs of a request, with or without a session. */
export type RequestContext = Pick<Context<AppEnv>, 'req' | 'env' | 'var' | 'get' | 'executionCtx'>
