import type { Words } from '../words/words.ts'

type PageProblem = keyof Words['errors']['page']

/** Reasons why a page refuses a request, beyond the errors of operations. */
export class PageRefused extends Error {
  override readonly name = 'PageRefused'
  readonly problem: PageProblem

  constructor(problem: PageProblem) {
    super(`page refused: ${problem}`)
    this.problem = problem
  }
}
