import * as z from 'zod'
import { type Problem, refused, ServiceError } from '../../errors.ts'

const Limit = z.object({ limit: z.int() })
const at = { pointer: z.string() }

const Refused = z
  .array(
    z.discriminatedUnion('code', [
      z.object({ ...at, code: z.literal('quantity_limit'), facts: Limit }),
      z.object({ ...at, code: z.literal('limit_reached'), facts: Limit }),
      z.object({ ...at, code: z.literal('rate_limited'), facts: Limit.extend({ retry_after: z.int() }) }),
      z.object({
        ...at,
        code: z.literal('insufficient_stock'),
        facts: z.object({ product: z.string(), variant: z.string(), sold_out: z.boolean() }),
      }),
    ]),
  )
  .min(1)

type Refused = z.output<typeof Refused>

/** What a shopper is told of a limit that refused their order; how much stock is left is never said. */
export function shopperLimit(detail: string): ServiceError {
  const found = Refused.parse(JSON.parse(detail))
  const problems = found.map((one) => ({
    ...limitOf(one),
    pointer: one.pointer,
    code: one.code,
    detail: say(one, found),
  }))
  const [first] = found
  if (first?.code !== 'rate_limited') return refused(first?.code ?? 'limit_reached', problems, first && limitOf(first))
  const errors: readonly Problem[] = problems
  return new ServiceError('rate_limited', say(first, found), { errors, retryAfter: first.facts.retry_after })
}

const limitOf = ({ facts }: Refused[number]) => ('limit' in facts ? { limit: facts.limit } : {})

function say(one: Refused[number], all: Refused): string {
  switch (one.code) {
    case 'quantity_limit':
      return one.pointer === '/items'
        ? `Order at most ${one.facts.limit} units at once.`
        : `Order at most ${one.facts.limit} of one item.`
    case 'limit_reached':
      return `This phone number already has ${one.facts.limit} orders that the store has not confirmed yet. Wait for the store, or contact it.`
    case 'rate_limited':
      return 'Too many orders from this network in the last hour. Try again later, or contact the store.'
    case 'insufficient_stock':
      return one.facts.sold_out
        ? `"${one.facts.product}" is sold out.`
        : `There is not enough of "${one.facts.product}"${others(all)}. Order fewer.`
  }
}

const others = (all: Refused) =>
  new Set(all.map(({ facts }) => ('variant' in facts ? facts.variant : ''))).size > 1
    ? ', or of another item in this order'
    : ''
