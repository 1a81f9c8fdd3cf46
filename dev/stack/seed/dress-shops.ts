import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { shopWindows } from './shop-window.ts'
import type { Settings } from '../settings.ts'
import { accessToken } from '../identity/sign-in.ts'
import type { StoreSlug } from '../identity/users.ts'

const folder = fileURLToPath(new URL('pictures/', import.meta.url))

/** Gives the seeded stores without a collection their pictures and collections, through the API, as their owners would. */
export async function dressShops(settings: Settings, ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const bare = await bareStores(client)
    await Promise.all(bare.map((slug) => dressShop(settings, slug)))
    await client.query(picturesOnLines, [bare])
  } finally {
    await client.end()
  }
}

/** Each order shows its items as they looked when it was placed, which for the seeded ones is how they look now. */
const picturesOnLines = `
  update orders o set lines = (
    select jsonb_agg(l.value || jsonb_strip_nulls(jsonb_build_object('image_url', (
             select coalesce((select i ->> 'url' from jsonb_array_elements(p.images) as i
                               where i ->> 'media_id' = v.image_id::text limit 1), p.images -> 0 ->> 'url')
               from products p join product_variants v on v.store_id = p.store_id and v.product_id = p.id
              where p.store_id = o.store_id and v.id = (l.value ->> 'variant_id')::uuid and p.images <> '[]'))) order by l.nth)
      from jsonb_array_elements(o.lines) with ordinality as l(value, nth))
   where o.lines <> '[]' and o.store_id in (select id from stores where slug = any($1))`

async function bareStores(client: pg.Client): Promise<StoreSlug[]> {
  const { rows } = await client.query<{ slug: string }>(
    'select slug from stores s where not exists (select from collections c where c.store_id = s.id)',
  )
  const bare = new Set(rows.map(({ slug }) => slug))
  return (['acme', 'globex'] as const).filter((slug) => bare.has(slug))
}

async function dressShop({ baseUrl, issuer, cliRedirectUri }: Settings, slug: StoreSlug) {
  const { pictures, variantPictures, collections } = shopWindows[slug]
  const token = await accessToken({ issuer, redirectUri: cliRedirectUri, email: `owner@${slug}.test` })
  /** Returns the id of what was made or changed. */
  const send = async (method: string, path: string, body: Uint8Array<ArrayBuffer> | object): Promise<string> => {
    const isFile = body instanceof Uint8Array
    const response = await fetch(`${baseUrl}/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': isFile ? 'image/webp' : 'application/json' },
      body: isFile ? body : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} /api/${path}: ${response.status} ${await response.text()}`)
    return String(Object(await response.json()).id)
  }
  // The same file again is the same picture.
  const upload = async (drawing: string) => send('POST', 'media', await readFile(`${folder}${drawing}.webp`))

  const productIds = new Map<string, string>()
  for (const [product, picture] of Object.entries(pictures)) {
    const variants = Object.entries(variantPictures[product] ?? {})
    const images: { media_id: string; alt: string }[] = []
    for (const [drawing, alt] of [picture, ...variants.map(([, of]) => of)])
      images.push({ media_id: await upload(drawing), alt })
    const path = `products/${encodeURIComponent(product)}`
    productIds.set(product, await send('PATCH', path, { images }))
    for (const [nth, [sku]] of variants.entries())
      await send('PATCH', `${path}/variants/${sku}`, { image_id: images[nth + 1]?.media_id })
  }
  for (const { drawing, products, ...fields } of collections) {
    const image = { media_id: await upload(drawing), alt: null }
    const id = await send('POST', 'collections', { ...fields, image })
    if (products)
      await send('PUT', `collections/${id}/products`, { product_ids: products.map((each) => productIds.get(each)) })
  }
}
