import type { Problem } from '../../../platform/errors/errors.ts'
import { number } from '../../../platform/transfer/cell-types.ts'

/** What a form contains, and what is wrong with it. */
export type FormDraft<Field extends string> = {
  readonly valueOf: (field: Field) => string
  readonly errors: ReadonlyMap<Field, string>
}

/** The text of a form's field. Checkboxes that are not ticked are not sent. */
export const valuesIn =
  (form: URLSearchParams) =>
  (field: string): string =>
    form.get(field)?.trim() ?? ''

export const isTicked = (value: string): boolean => value === 'on'

export const tick = (checked: boolean): string => (checked ? 'on' : '')

/** The number that a person typed; null if they typed none. Any other text stays, so that the operation rejects it. */
export const numberIn = (text: string): unknown => (text === '' ? null : number.read(text))

/** An amount as a person types it, with all decimals of the currency. */
export const amountText = (amount: number | null, decimals: number): string =>
  amount === null ? '' : amount.toFixed(decimals)

/** The lines of a text area, with their numbers. Empty lines are left out. */
export const linesIn = (text: string): readonly { readonly number: number; readonly line: string }[] =>
  text
    .split('\n')
    .map((line, index) => ({ number: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== '')

export type Texts<Field extends string> = {
  /** The field that shows a problem at this JSON pointer. */
  readonly fieldAt: (pointer: string) => Field | undefined
  readonly byField: Readonly<Record<Field, string>>
  /** Texts of the problems that say more than that a field is invalid. */
  readonly byCode?: Readonly<Record<string, string>>
}

/** The field of the same name as a step of a pointer. `otherNames`: steps whose field has another name. */
export const fieldNamed =
  <Field extends string>(fields: readonly Field[], otherNames: Readonly<Record<string, Field>> = {}) =>
  (step = ''): Field | undefined =>
    otherNames[step] ?? fields.find((field) => field === step)

/** What is wrong with fields that could not even be read for an operation, if anything. */
export type Unread<Field extends string> = readonly (readonly [field: Field, error: string | undefined])[]

/** What is wrong with each field. Problems without a field are in `others`. */
export function errorsByField<Field extends string>(
  problems: readonly Problem[],
  texts: Texts<Field>,
  unread: Unread<Field> = [],
) {
  const errors = new Map<Field, string>()
  for (const [field, error] of unread) if (error !== undefined) errors.set(field, error)
  const others: string[] = []
  for (const { pointer, code, detail } of problems) {
    const field = texts.fieldAt(pointer)
    if (field === undefined) others.push(detail)
    else if (!errors.has(field)) errors.set(field, texts.byCode?.[code] ?? texts.byField[field])
  }
  return { errors, others }
}
