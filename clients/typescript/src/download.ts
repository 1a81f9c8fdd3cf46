import type { Call, Client } from './operation.ts'
import { receiving } from './receiving.ts'

type Export<Options> = (options: Options) => Promise<string>

type DownloadOf<Operation> = Operation extends (options: never) => Call<string, infer Problem>
  ? Call<ReadableStream<Uint8Array<ArrayBuffer>>, Problem>
  : never

/** The file of an export while it arrives, as in `download(exportOrders, { client })`: nothing waits for its end. */
export function download<Operation extends Export<never>>(
  operation: Operation,
  options: Parameters<Operation>[0] & { readonly client: Client },
): DownloadOf<Operation>
export async function download(
  operation: Export<{ client: Client }>,
  options: { client: Client },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  let file: ReadableStream<Uint8Array<ArrayBuffer>> = new Blob([]).stream()
  const client = receiving(options.client, (response) => {
    if (response.body) file = response.body
    return Promise.resolve()
  })
  await operation({ ...options, client })
  return file
}

/** The lines of a download, for JSONL. Not for CSV, where a text in quotes may have several lines. */
export async function* lines(file: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void, undefined> {
  const reader = file.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value = '' } = await reader.read()
      const [last = '', ...others] = (rest + value).split('\n').toReversed()
      yield* others.toReversed()
      rest = last
      if (!done) continue
      if (rest !== '') yield rest
      return
    }
  } finally {
    // Ends the request if nobody wants the rest.
    await reader.cancel()
  }
}
