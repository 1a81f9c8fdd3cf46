import { type KeyScope, keyScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { createKey } from '../../../src/areas/keys/create-key.ts'
import type { Service } from '../service.ts'
import { client, expectBody, type Shop } from '../shop.ts'

type Wanted = {
  readonly by?: Shop['owner']
  readonly name?: string
  readonly scopes?: readonly KeyScope[]
  readonly expires_in_days?: number
}

/** Creates an API key through the public API. Default: by the owner, with every scope. */
export async function createKeyOf(
  { store, owner }: Pick<Shop, 'store' | 'owner'>,
  { by = owner, ...body }: Wanted = {},
) {
  const wanted = { name: 'Warehouse', scopes: keyScopes, ...body, store_id: store.id }
  return expectBody(await by.post('/api/keys', wanted), 201, createKey.output)
}

/** The merchant's own server, which calls the service with a new API key. */
export async function serverOf(
  shop: Pick<Shop, 'store' | 'owner'>,
  wanted: Wanted & { readonly through?: Service } = {},
) {
  const { through, ...key } = wanted
  const created = await createKeyOf(shop, key)
  return { ...client(created.key, through), id: created.id }
}
