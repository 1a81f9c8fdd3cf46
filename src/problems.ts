import type * as z from 'zod'
import type { Problem } from './errors.ts'

/** Enough to mend a request by; a body made to be wrong in a hundred thousand places is not answered with as many. */
const mostProblems = 100

/** All that is wrong, or the first hundred of it. */
export const problemsIn = ({ issues }: z.core.$ZodError): Problem[] =>
  issues.slice(0, mostProblems).flatMap(problemsOf).slice(0, mostProblems)

/** What a schema has against the input, as callers are told. */
export function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const at = (path: readonly PropertyKey[]) =>
    path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      pointer: at([...issue.path, key]),
      code: 'unknown_field',
      detail: `There is no field ${key}: check its spelling, or leave it out.`,
    }))
  const detail = `${at(issue.path) || 'The body'}: ${issue.message}`
  return [{ pointer: at(issue.path), code: issue.code, detail, ...(issue.code === 'custom' && issue.params) }]
}
