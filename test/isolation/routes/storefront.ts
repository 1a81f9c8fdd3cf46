import { notFound, type RouteFacts } from '../route-facts.ts'

const page = () => ({
  slug: 'about-us',
  title: 'About us',
  body: '# Who we are\n\nA **small** shop. [Write](mailto:hello@shop.example)',
  seo: { title: 'About', description: 'Who we are', image_url: 'https://cdn.example/about.png', noindex: true },
  position: 3,
})

const url = 'https://cdn.example/a.png'

const draft = () => ({
  profile: {
    title: 'The shop',
    tagline: 'Wool, mostly',
    description: 'Since 1999',
    contact_email: 'hello@shop.example',
    contact_phone: '+965 5000 0001',
    announcement: 'Free delivery',
    social: { instagram: 'https://instagram.com/shop', x: null },
  },
  theme: {
    colors: { background: '#ffffff', text: '#111111', primary: '#0B57D0' },
    logo_url: url,
    favicon_url: url,
    fonts: { heading: 'cairo', body: 'system' },
    corner_radius: 4,
  },
  navigation: [
    { label: 'Home', to: { type: 'home' } },
    {
      label: 'Shop',
      to: { type: 'products', tag: 'wool' },
      children: [{ label: 'About', to: { type: 'page', slug: 'about-us' } }],
    },
    { label: 'Scarf', to: { type: 'product', slug: 'scarf' } },
    { label: 'Blog', to: { type: 'url', url: 'https://blog.example/' } },
  ],
  seo: { title: 'The shop', description: 'Wool', image_url: url, noindex: false },
})

export const storefrontRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/storefront': {
    sample: () => ({ path: '/api/storefront' }),
    scope: 'storefront:read',
  },
  'PATCH /api/storefront': {
    sample: () => ({ path: '/api/storefront', body: { profile: { tagline: 'Wool' } } }),
    scope: 'storefront:write',
    full: draft,
  },
  'POST /api/storefront/publish': {
    sample: () => ({ path: '/api/storefront/publish', body: {} }),
    scope: 'storefront:write',
    full: () => ({ note: 'Spring' }),
  },
  'POST /api/storefront/rollback': {
    sample: () => ({ path: '/api/storefront/rollback', body: { version: 1 } }),
    scope: 'storefront:write',
    full: () => ({ version: 1, note: 'Back' }),
  },
  'GET /api/storefront/versions': {
    sample: () => ({ path: '/api/storefront/versions' }),
    scope: 'storefront:read',
    list: 'plain',
  },
  'GET /api/storefront/pages': {
    sample: () => ({ path: '/api/storefront/pages' }),
    scope: 'storefront:read',
    list: 'plain',
  },
  'POST /api/storefront/pages': {
    sample: (_, unique) => ({ path: '/api/storefront/pages', body: { title: `Page ${unique}`, body: '*Hello*' } }),
    status: 201,
    scope: 'storefront:write',
    full: page,
  },
  'GET /api/storefront/pages/:page_id': {
    sample: ({ pageId }) => ({ path: `/api/storefront/pages/${pageId}` }),
    scope: 'storefront:read',
    names: { pageId: notFound },
  },
  'PATCH /api/storefront/pages/:page_id': {
    sample: ({ pageId }) => ({ path: `/api/storefront/pages/${pageId}`, body: { body: 'Hello' } }),
    scope: 'storefront:write',
    names: { pageId: notFound },
    full: page,
  },
  'DELETE /api/storefront/pages/:page_id': {
    sample: ({ pageId }) => ({ path: `/api/storefront/pages/${pageId}` }),
    status: 204,
    scope: 'storefront:write',
    names: { pageId: notFound },
  },
}
