import { z } from 'zod'
import { table } from '../report/table.ts'

export type Answered = {
  readonly route: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly text: string
  readonly requestId: string
}

const shownFromMs = 100
const allowedMs = 1_000
const allowedRatio = 1.5

const Line = z.object({
  message: z.literal('request'),
  request_id: z.string(),
  db_ms: z.number().optional(),
  db_round_trips: z.number().optional(),
})

/** Milliseconds in the database for each round trip. What exceeds a limit first, then the costliest; the rest is only counted. */
export function limitsTable(
  answers: readonly Answered[],
  log: string,
  { alone, meanwhile }: { alone: number; meanwhile: number },
): string {
  const times = new Map(
    log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .flatMap((line) => Line.safeParse(JSON.parse(line)).data ?? [])
      .map(({ request_id, db_ms = 0, db_round_trips = 1 }) => [request_id, db_ms / Math.max(1, db_round_trips)]),
  )
  const rows = answers
    .map((answer) => ({ ...answer, db: times.get(answer.requestId) ?? NaN }))
    .toSorted((a, b) => b.db - a.db)
  const tooMuch = rows.filter(({ db, status }) => db > allowedMs || status >= 500)
  const refused = rows.filter(({ status }) => status >= 400 && status < 500)
  const shown = rows.filter(({ db, status }) => db >= shownFromMs || status >= 500)
  return [
    table(
      ['operation', 'answer', 'ms of a round trip', 'ms in all'],
      shown.map(({ route, path, status, db, ms }) => [
        `${route}${path.includes('?') ? ` (${decodeURIComponent(path.slice(path.indexOf('?') + 1))})` : ''}`,
        String(status),
        db.toFixed(0),
        ms.toFixed(0),
      ]),
    ),
    `${rows.length - shown.length} more calls took less than ${shownFromMs} ms. ${tooMuch.length} of ${rows.length} exceeded ${allowedMs} ms or failed.`,
    `The list of another store took ${alone.toFixed(1)} ms alone and ${meanwhile.toFixed(1)} ms meanwhile: ${(meanwhile / alone).toFixed(2)} times as long (allowed: ${allowedRatio}).`,
    ...refused.map(({ route, path, status, text }) => `refused: ${route} ${path}: ${status} ${text.slice(0, 300)}`),
  ].join('\n\n')
}
