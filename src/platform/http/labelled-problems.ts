import type { Problem, ServiceError } from '../errors/errors.ts'
import { fieldLabels, type Translated } from '../values/field-labels.ts'
import { fieldOf } from './problem-field.ts'

const labels: Readonly<Partial<Record<string, Translated>>> = fieldLabels

/** An error in English, with what shoppers call the fields in place of their names. */
export function labelledForShoppers({ errors, message }: Pick<ServiceError, 'errors' | 'message'>) {
  const [first] = errors
  return {
    detail: first && message.startsWith(first.detail) ? labelled(first) + message.slice(first.detail.length) : message,
    errors: errors.map((problem) => ({ ...problem, detail: labelled(problem) })),
  }
}

function labelled({ pointer, detail }: Problem): string {
  const field = fieldOf(pointer) ?? ''
  const label = labels[field]?.en
  return label !== undefined && detail.startsWith(`${field} `) ? label + detail.slice(field.length) : detail
}
