type Page<Item> = { readonly data: readonly Item[]; readonly meta: { readonly next_cursor: string | null } }
type List<Options> = (options: Options) => Promise<Page<unknown>>
type Query = { readonly cursor?: string; readonly limit?: number }

type OptionsOf<Operation extends List<never>> = Parameters<Operation>[0] & { query?: { cursor?: string; page?: never } }
type ItemOf<Operation extends List<never>> = Awaited<ReturnType<Operation>>['data'][number]

/** Every item of a list, page by page, as in `for await (const order of all(listOrders, { client }))`. */
export function all<Operation extends List<never>>(
  list: Operation,
  options: OptionsOf<Operation>,
): AsyncGenerator<ItemOf<Operation>, void, undefined>
export async function* all(list: List<{ query: Query }>, options: { query?: Query }) {
  let cursor = options.query?.cursor ?? null
  do {
    const { data, meta } = await list({ ...options, query: { ...options.query, ...(cursor !== null && { cursor }) } })
    yield* data
    cursor = meta.next_cursor
  } while (cursor !== null)
}
