import type { Call } from './operation.ts'
import { type AnyProblem, ProblemError } from './problem-error.ts'

/** Either the data, or the error with one of the codes that the operation can answer with. */
export type Attempt<Data, Problem extends AnyProblem> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly error: ProblemError<Problem> }

/** Waits for a call and returns what the service refuses instead of throwing it. Other errors, such as of the network, are thrown. */
export async function attempt<Data, Problem extends AnyProblem>(
  call: Call<Data, Problem>,
): Promise<Attempt<Data, Problem>> {
  try {
    return { ok: true, data: await call }
  } catch (error) {
    if (isOf<Problem>(error)) return { ok: false, error }
    throw error
  }
}

const isOf = <Problem extends AnyProblem>(error: unknown): error is ProblemError<Problem> =>
  error instanceof ProblemError
