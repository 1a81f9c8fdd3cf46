import * as z from 'zod'
import { refusal, type Refusals } from './refusals.ts'

const shownAs = {
  order: (name: string) => `#${name}`,
  product: quoted,
  variant: quoted,
  customer: (name: string) => name,
}

function quoted(name: string) {
  return `"${name}"`
}

const kind = z.enum(['order', 'product', 'variant', 'customer'])

const Candidate = z.object({
  id: z.string(),
  title: z.string().optional(),
  sku: z.string().nullish(),
  name: z.string().optional(),
  phone: z.string().nullish(),
})

export const Unknown = { kind, name: z.string(), stores: z.int() }

/** For example: No order #1204 in this store. */
export const noneNamed = (facts: z.output<z.ZodObject<typeof Unknown>>): string =>
  `No ${facts.kind} ${shownAs[facts.kind](facts.name)} in ${facts.stores === 1 ? 'this store' : 'your stores'}.`

const unknownName = refusal('not_found', Unknown, noneNamed, { members: () => ({}) })

const Several = { kind, name: z.string(), candidates: z.array(Candidate) }

/** For a name that matches several resources, which candidates lists. */
const ambiguousName = refusal(
  'ambiguous',
  Several,
  (facts) =>
    `${facts.candidates.length} ${facts.kind}s match ${shownAs[facts.kind](facts.name)}. Send the id of one in candidates.`,
  { members: ({ candidates }) => ({ candidates }) },
)

/** Refusals of app.find (drizzle/sql/29-references.sql). */
export const referenceRefusals = {
  name_not_found: unknownName,
  ambiguous_name: ambiguousName,
} as const satisfies Refusals
