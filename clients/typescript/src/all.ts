import type { All, AnyFields, Chosen, OptionsAskingFor, QueryIn } from './fields.ts'

type Page<Item> = { readonly data: readonly Item[]; readonly meta: { readonly next_cursor: string | null } }
type List<Options> = (options: Options) => Promise<Page<unknown>>
type Query = { readonly cursor?: string; readonly page?: number; readonly fields?: string | readonly string[] }

type ItemOf<Operation extends List<never>> = Awaited<ReturnType<Operation>>['data'][number]

/** Of a list whose query has this parameter. */
type OptionsWith<Name extends 'cursor' | 'fields', Operation extends List<never>> = Parameters<Operation>[0] extends {
  readonly query?: infer Query
}
  ? Name extends keyof NonNullable<Query>
    ? Parameters<Operation>[0]
    : never
  : never

/**
 * Every item of a list, page by page, as in `for await (const order of all(listOrders, { client }))`. With the names of
 * fields, items have only these. With a `cursor` in the query, it begins there. A `page` is ignored, so that the query of a
 * page that somebody looks at can also be that of all its pages.
 */
export function all<Operation extends List<never>, const Fields extends AnyFields = All>(
  list: Operation,
  options: OptionsAskingFor<Fields, Awaited<ReturnType<Operation>>, OptionsWith<'cursor', Operation>>,
): AsyncGenerator<Chosen<ItemOf<Operation>, Fields, QueryIn<Parameters<Operation>[0]>>, void, undefined>
export function all<Operation extends List<never>, const Fields extends readonly (keyof ItemOf<Operation> & string)[]>(
  list: Operation,
  options: OptionsWith<'fields', Operation>,
  fields: Fields,
): AsyncGenerator<Chosen<ItemOf<Operation>, Fields, QueryIn<Parameters<Operation>[0]>>, void, undefined>
export async function* all(
  list: List<{ query: Query }>,
  options: { query?: Query | undefined },
  fields?: readonly string[],
) {
  const { page: _page, ...filters } = options.query ?? {}
  const query = { ...filters, ...(fields && { fields: fields.join() }) }
  let cursor = query.cursor ?? null
  do {
    const { data, meta } = await list({ ...options, query: { ...query, ...(cursor !== null && { cursor }) } })
    yield* data
    cursor = meta.next_cursor
  } while (cursor !== null)
}
