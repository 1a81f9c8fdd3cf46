import { inspectRoutes } from 'hono/dev'
import { expect, test } from 'vitest'
import { areas, parts } from '../src/app.ts'
import { service } from './support/service.ts'

test.for(parts)('the routes of $paths answer under these paths alone, where requests for them arrive', async (part) => {
  const longer = parts.flatMap(({ paths }) => paths).filter((path) => !part.paths.includes(path))
  const routes = inspectRoutes(await part.load()).filter(({ isMiddleware }) => !isMiddleware)
  expect(routes).not.toEqual([])
  for (const { path } of routes) {
    const own = part.paths.filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    expect(own, path).toHaveLength(1)
    const nearer = longer.filter((prefix) => prefix.length > String(own).length && `${path}/`.startsWith(`${prefix}/`))
    expect(nearer, path).toEqual([])
  }
})

test('every area says the path that it is mounted under', async () => {
  for (const { paths, routes } of areas) expect([(await routes()).base]).toEqual(paths)
})

test('requests that arrive together before anything is loaded are all answered', async () => {
  const { fetch } = service()
  const paths = ['/healthz', '/settings/nothing', '/api/orders', '/api/oauth/nothing', '/mcp', '/api/mcp/tokens']
  const statuses = await Promise.all([...paths, ...paths].map(async (path) => (await fetch(path)).status))
  const expected = [200, 404, 401, 404, 405, 401]
  expect(statuses).toEqual([...expected, ...expected])
})

test.for([
  ['/%61pi/orders', 401],
  ['/api/orders/', 401],
  ['/api/ordersx', 404],
  ['/api//orders', 404],
  ['/api', 404],
  ['/nothing', 404],
] as const)('%s is answered with %i', async ([path, status]) => {
  expect((await service().fetch(path)).status).toBe(status)
})
