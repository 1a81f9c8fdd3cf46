/** What the parts of a store's page need to know. */
export type Shown = {
  readonly store: { readonly id: string; readonly slug: string; readonly name: string }
  readonly formToken: string
  readonly now: Date
  /** Which page of a list is shown, where there are several. */
  readonly cursor?: string | undefined
}
