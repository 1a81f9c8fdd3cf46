import type { ComponentChildren } from 'preact'
import { text } from '../language/language.ts'
import { useLoad } from '../load.ts'
import { goTo, linkTo } from '../route.ts'
import type { PageMeta } from '../service/types.ts'
import { Loading } from './loading.tsx'
import { Pager } from './pager.tsx'

type Found<Row> = { readonly data: readonly Row[]; readonly meta: PageMeta }

/** A page of a list. Its filters and its cursor are part of the URL. */
export function useList<Filters extends Readonly<Record<string, string>>, Row>(
  path: string,
  query: URLSearchParams,
  filters: Filters,
  load: (query: Filters & { readonly cursor: string | undefined }, signal: AbortSignal) => Promise<Found<Row>>,
) {
  const cursor = query.get('cursor') ?? undefined
  return {
    found: useLoad((signal) => load({ ...filters, cursor }, signal), [query.toString()]),
    set: (name: keyof Filters & string) => (value: string) => goTo(linkTo(path, { ...filters, [name]: value })),
    linkFor: (next: string | undefined) => linkTo(path, { ...filters, cursor: next }),
    isFirst: cursor === undefined,
  }
}

type Props<Row> = {
  readonly of: Pick<ReturnType<typeof useList<Readonly<Record<string, string>>, Row>>, 'found' | 'linkFor' | 'isFirst'>
  readonly children: (rows: readonly Row[]) => ComponentChildren
}

/** The rows of a page, or that there are none, and links to other pages. */
export const List = <Row,>({ of: { found, linkFor, isFirst }, children }: Props<Row>) => (
  <Loading of={found}>
    {({ data, meta }) => (
      <>
        {data.length === 0 ? <p class="notice">{text('none_found')}</p> : children(data)}
        <Pager meta={meta} isFirst={isFirst} linkFor={linkFor} />
      </>
    )}
  </Loading>
)
