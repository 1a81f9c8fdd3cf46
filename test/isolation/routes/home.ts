import type { RouteFacts } from '../route-facts.ts'

export const homeRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/home': {
    sample: () => ({ path: '/api/home' }),
    status: 200,
    scope: 'overview:read',
    names: {},
  },
  'GET /api/search': {
    sample: () => ({ path: '/api/search?q=scarf' }),
    status: 200,
    scope: 'overview:read',
    names: {},
  },
}
