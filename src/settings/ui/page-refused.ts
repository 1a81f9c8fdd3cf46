type PageProblem =
  | 'signed_out'
  | 'foreign_form'
  | 'sign_in_off'
  | 'other_person'
  | 'request_gone'
  | 'role_too_low'
  | 'no_such_page'

/** Why a page is refused, beside what any operation refuses; error-words.ts has the words. */
export class PageRefused extends Error {
  override readonly name = 'PageRefused'
  readonly problem: PageProblem

  constructor(problem: PageProblem) {
    super(`page refused: ${problem}`)
    this.problem = problem
  }
}
