import { vi } from 'vitest'
import { z } from 'zod'

const RequestLine = z.strictObject({
  level: z.enum(['info', 'error']),
  message: z.literal('request'),
  request_id: z.string(),
  method: z.string(),
  route: z.string(),
  status: z.int(),
  code: z.string().optional(),
  token_refused: z.string().optional(),
  challenge_refused: z.string().optional(),
  ms: z.int().min(0),
  db_round_trips: z.int().min(0),
  db_ms: z.number().min(0),
  replayed: z.boolean().optional(),
})

/** Records what the service logs from now on, until `vi.restoreAllMocks`. */
export function watchLog() {
  const lines: string[] = []
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => void lines.push(args.map(String).join(' ')))
  return {
    lines,
    /** The parsed request lines of the log. */
    requests: () =>
      lines.map((line): unknown => JSON.parse(line)).flatMap((line) => RequestLine.safeParse(line).data ?? []),
  }
}
