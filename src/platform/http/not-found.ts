import type { Context, Hono } from 'hono'
import { ServiceError } from '../errors/errors.ts'
import type { AppEnv } from './app-env.ts'
import { answerProblem } from './problem.ts'

/** 404 for a path that does not exist. */
export function notFoundProblem(c: Context<AppEnv>): Promise<Response> {
  return answerProblem(
    c,
    new ServiceError('not_found', 'This path does not exist. Check the URL: /openapi.json lists all paths.'),
  )
}

/** Whether HTML is preferred, as by a browser that opens a page. Clients that take anything get JSON. */
export const wantsHtml = ({ req }: Pick<Context, 'req'>): boolean => (req.header('Accept') ?? '').includes('text/html')

/** 404 for an unknown path, 405 with Allow for a known one. `page`: what a browser shows for an unknown path outside the API. */
export function answerNotFound(app: Hono<AppEnv>, page?: (c: Context<AppEnv>) => Promise<Response>): void {
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, pattern: patternOf(path) }))

  app.notFound(async (c) => {
    const path = c.req.path.replace(/(?<=.)\/$/, '')
    const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (allowed.size === 0 && page && wantsHtml(c) && !path.startsWith('/api/')) return page(c)
    if (allowed.size === 0) return notFoundProblem(c)
    const response = await answerProblem(
      c,
      new ServiceError('method_not_allowed', `This path supports only ${[...allowed].join(', ')}.`),
    )
    response.headers.set('Allow', [...allowed, 'OPTIONS'].join(', '))
    return response
  })
}

function patternOf(path: string): RegExp {
  const steps = path.split('/').map((step) => (step.startsWith(':') ? '[^/]+' : RegExp.escape(step)))
  return new RegExp(`^${steps.join('/').replace(/(?<=.)\/$/, '')}$`)
}
