import { publish } from '../../support/outside/other-site.ts'
import { uniquePng } from '../../areas/media/samples.ts'
import { notFound, type RouteFacts } from '../route-facts.ts'

export const mediaRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/media': {
    sample: () => ({ path: '/api/media' }),
    scope: 'catalog:read',
    list: 'plain',
  },
  'POST /api/media': {
    sample: (_, unique) => ({
      path: '/api/media',
      body: uniquePng(unique),
      headers: { 'Content-Type': 'image/png' },
    }),
    status: 201,
    scope: 'catalog:write',
    trips: 3,
  },
  'POST /api/media/from-url': {
    sample: (_, unique) => ({
      path: '/api/media/from-url',
      body: { url: publish(() => new Response(uniquePng(`url ${unique}`))) },
    }),
    full: () => ({ url: 'https://pictures.example/scarf.png' }),
    status: 201,
    scope: 'catalog:write',
    trips: 3,
  },
  'GET /api/media/:media_id': {
    sample: ({ mediaId }) => ({ path: `/api/media/${mediaId}` }),
    scope: 'catalog:read',
    names: { mediaId: notFound },
  },
  'DELETE /api/media/:media_id': {
    sample: ({ mediaId }) => ({ path: `/api/media/${mediaId}` }),
    status: 204,
    scope: 'catalog:write',
    names: { mediaId: notFound },
  },
}
