import { z } from 'zod'
import type { Rest } from './rest.ts'
import { greeting } from './receiver.ts'

const description = 'npm run listen'

const Stores = z.object({ data: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() })) })
const Endpoint = z.object({ id: z.string(), url: z.string(), description: z.string().nullable() })
const Endpoints = z.object({ data: z.array(Endpoint) })
const Created = z.object({ id: z.string(), secret: z.string() })

/** The store to listen to. Throws if the user has to choose one. */
export async function chooseStore(rest: Rest, slug: string | undefined) {
  const { data } = Stores.parse(await rest('GET', '/api/stores?limit=100'))
  const known = data.map((store) => store.slug).join(', ')
  if (slug !== undefined) {
    const store = data.find((each) => each.slug === slug)
    if (!store) throw new Error(`The user has no store "${slug}". Choose one of: ${known}`)
    return store
  }
  const [store] = data
  if (!store) throw new Error('The user belongs to no store.')
  if (data.length > 1) throw new Error(`The user has several stores. Choose one with --store: ${known}`)
  return store
}

export async function addEndpoint(rest: Rest, url: string, types: readonly string[]) {
  return Created.parse(await rest('POST', '/api/webhooks', { url, events: types, description }))
}

export const removeEndpoint = (rest: Rest, id: string): Promise<unknown> => rest('DELETE', `/api/webhooks/${id}`)

/** Removes the endpoints of earlier runs that were killed. Those of runs in other terminals stay. */
export async function removeLeftovers(rest: Rest): Promise<number> {
  const { data } = Endpoints.parse(await rest('GET', '/api/webhooks?limit=100'))
  let count = 0
  for (const endpoint of data) {
    if (endpoint.description !== description || (await isListening(endpoint.url))) continue
    await removeEndpoint(rest, endpoint.id)
    count++
  }
  return count
}

const isListening = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2000) })
    .then(async (response) => (await response.text()) === greeting)
    .catch(() => false)
