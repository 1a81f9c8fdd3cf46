import type { All, AnyFields, Answer, OptionsAskingFor, QueryIn } from './fields.ts'
import type { Call, Client } from './operation.ts'
import { receiving } from './receiving.ts'

/** The data and its ETag, or that it is still the same. */
export type Reading<Data> =
  | { readonly isChanged: true; readonly data: Data; readonly etag: string | null }
  | { readonly isChanged: false; readonly etag: string }

type Read<Options> = (options: Options) => Promise<unknown>

/** Of an operation that takes If-None-Match. */
type OptionsOf<Operation extends Read<never>> = Parameters<Operation>[0] extends { readonly headers?: infer Headers }
  ? 'If-None-Match' extends keyof NonNullable<Headers>
    ? Parameters<Operation>[0]
    : never
  : never

type ReadingOf<Operation extends Read<never>, Fields> = Operation extends (
  options: never,
) => Call<infer Data, infer Problem>
  ? Call<Reading<Answer<Data, Fields, QueryIn<Parameters<Operation>[0]>>>, Problem>
  : never

/**
 * Reads only what has changed since the reading with this ETag, as in `readIfChanged(getOrder, { client, path }, etag)`.
 * Without an ETag, it always reads.
 */
export function readIfChanged<Operation extends Read<never>, const Fields extends AnyFields = All>(
  operation: Operation,
  options: OptionsAskingFor<Fields, Awaited<ReturnType<Operation>>, OptionsOf<Operation>>,
  etag?: string | null,
): ReadingOf<Operation, Fields>
export async function readIfChanged(
  operation: Read<{ client: Client; headers: object }>,
  options: { client: Client; headers?: object },
  etag?: string | null,
): Promise<Reading<unknown>> {
  let received: Response | undefined
  const client = receiving(options.client, (response) => {
    received = response
    return response.status === 304 ? Promise.resolve() : undefined
  })
  const headers = { ...options.headers, ...(typeof etag === 'string' && { 'If-None-Match': etag }) }
  const data = await operation({ ...options, client, headers })
  const current = received?.headers.get('ETag') ?? null
  if (received?.status === 304) return { isChanged: false, etag: current ?? etag ?? '' }
  return { isChanged: true, data, etag: current }
}
