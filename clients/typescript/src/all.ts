type Page<Item> = { readonly data: readonly Item[]; readonly meta: { readonly next_cursor: string | null } }
type List<Options> = (options: Options) => Promise<Page<unknown>>
type Query = { readonly cursor?: string; readonly limit?: number; readonly fields?: string }

type OptionsOf<Operation extends List<never>> = Parameters<Operation>[0] & { query?: { cursor?: string; page?: never } }
type ItemOf<Operation extends List<never>> = Awaited<ReturnType<Operation>>['data'][number]

/** Of a list that takes `fields`. */
type OptionsWithFields<Operation extends List<never>> = Parameters<Operation>[0] extends {
  readonly query?: infer Query
}
  ? 'fields' extends keyof NonNullable<Query>
    ? OptionsOf<Operation>
    : never
  : never

type Chosen<Item, Field extends PropertyKey> = Item extends unknown ? Pick<Item, Field & keyof Item> : never

/**
 * Every item of a list, page by page, as in `for await (const order of all(listOrders, { client }))`. With the names of
 * fields, items have only these.
 */
export function all<Operation extends List<never>>(
  list: Operation,
  options: OptionsOf<Operation>,
): AsyncGenerator<ItemOf<Operation>, void, undefined>
export function all<Operation extends List<never>, Field extends keyof ItemOf<Operation>>(
  list: Operation,
  options: OptionsWithFields<Operation>,
  fields: readonly Field[],
): AsyncGenerator<Chosen<ItemOf<Operation>, Field>, void, undefined>
export async function* all(list: List<{ query: Query }>, options: { query?: Query }, fields?: readonly string[]) {
  const query = { ...options.query, ...(fields && { fields: fields.join() }) }
  let cursor = query.cursor ?? null
  do {
    const { data, meta } = await list({ ...options, query: { ...query, ...(cursor !== null && { cursor }) } })
    yield* data
    cursor = meta.next_cursor
  } while (cursor !== null)
}
