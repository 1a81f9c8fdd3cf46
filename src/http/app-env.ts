import type { Context } from 'hono'
import type { Caller, Trace } from '../context.ts'
import type { Limiter } from './limiters.ts'

/** Bindings of the Worker besides its variables, which http/config.ts reads. A missing one turns its feature off. */
export type Bindings = Record<string, unknown> & { readonly [Name in Limiter]?: RateLimit }

export type AppEnv = {
  Bindings: Bindings
  Variables: { requestId: string; trace: Trace; errorCode?: string }
}

/** What a route has behind withSession, and only there. */
export type SessionEnv = AppEnv & { Variables: { caller: Caller } }

/** What the parts of the door need of a request, with or without a session. */
export type Asked = Pick<Context<AppEnv>, 'req' | 'env' | 'var' | 'header' | 'executionCtx'>
