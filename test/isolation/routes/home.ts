import type { RouteFacts } from '../route-facts.ts'

export const homeRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/home': {
    sample: () => ({ path: '/api/home' }),
    scope: 'overview:read',
  },
  'GET /api/search': {
    sample: () => ({ path: '/api/search?q=scarf' }),
    scope: 'overview:read',
  },
}
