type PageProblem =
  | 'signed_out'
  | 'foreign_form'
  | 'sign_in_off'
  | 'other_person'
  | 'request_gone'
  | 'role_too_low'
  | 'read_only'
  | 'no_such_page'

/** Reasons why a page refuses a request, beyond the errors of operations. The texts are in error-text.ts. */
export class PageRefused extends Error {
  override readonly name = 'PageRefused'
  readonly problem: PageProblem

  constructor(problem: PageProblem) {
    super(`page refused: ${problem}`)
    this.problem = problem
  }
}
