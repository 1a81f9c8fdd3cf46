/** What the sections of a store's page share. */
export type StoreView = {
  readonly store: { readonly id: string; readonly slug: string; readonly name: string }
  readonly formToken: string
  readonly now: Date
  /** The cursor of the list page shown. */
  readonly cursor?: string | undefined
}
