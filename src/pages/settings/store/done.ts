/** What a person has just done to one of a store's things, which its list then confirms. */
export type Done = 'created' | 'saved' | 'deleted'

export const doneOf = (param: string | undefined): Done | undefined =>
  param === 'created' || param === 'saved' || param === 'deleted' ? param : undefined
