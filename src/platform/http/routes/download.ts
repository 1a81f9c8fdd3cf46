import type { Context } from 'hono'
import { chunksOf, type ExportFormat, exportFormats, type Pages, writerOf } from '../../transfer/export.ts'
import type { Sheet } from '../../transfer/sheet.ts'
import type { RequestContext } from '../app-env.ts'
import { log, logFailures } from '../../configuration/log.ts'
import { toPublicError } from '../on-error.ts'

type Download<Row, Part> = {
  /** Start of the file name. */
  readonly name: string
  readonly format: ExportFormat
  readonly sheet: Sheet<Row, Part>
  readonly pages: Pages<Row>
}

/**
 * Streams a file while its rows are read: one page of rows and two chunks of the file are in memory. An error before the first
 * page is an ordinary problem response; a later one aborts the transfer, so that nobody mistakes a partial file for a complete
 * one.
 */
export async function download<Row, Part>(
  c: RequestContext & Pick<Context, 'body'>,
  { name, format, sheet, pages }: Download<Row, Part>,
): Promise<Response> {
  const { head, lines } = writerOf(format, sheet)
  const started = Date.now()
  const sent = { pages: 0, rows: 0 }
  const report = (ended: 'complete' | 'cancelled' | 'broken', code?: string) =>
    log(ended === 'broken' ? 'warn' : 'info', 'export', {
      request_id: c.var.requestId,
      name,
      format,
      ended,
      code,
      ...sent,
      ms: Date.now() - started,
      db_round_trips: c.var.trace.roundTrips,
      db_ms: c.var.trace.databaseMs,
    })

  function* write(rows: readonly Row[], before = '') {
    sent.pages += 1
    yield before
    for (const row of rows) {
      yield* lines(row)
      sent.rows += 1
    }
  }
  const first = await pages.next()
  let chunks = chunksOf(write(first.value ?? [], head))
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        for (;;) {
          const chunk = chunks.next()
          if (!chunk.done) return controller.enqueue(chunk.value)
          const next = await pages.next()
          if (next.done) break
          chunks = chunksOf(write(next.value))
        }
        report('complete')
        controller.close()
      } catch (error) {
        // The request's own line was written when the download began.
        logFailures(c.var.trace, c.var.requestId)
        report('broken', toPublicError(error, c.var.requestId).code)
        controller.error(error)
      }
    },
    async cancel() {
      report('cancelled')
      await pages.return()
    },
  })
  const day = new Date(started).toISOString().slice(0, 10)
  return c.body(body, 200, {
    'Content-Type': exportFormats[format],
    'Content-Disposition': `attachment; filename="${name}-${day}.${format}"`,
  })
}
