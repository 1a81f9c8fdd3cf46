import examples from './examples.json' with { type: 'json' }
import type { Example } from './operation-object.ts'

const recorded: Readonly<Record<string, Example>> = examples

/** A request and its response, as recorded by dev/openapi/record.ts. */
export const examplesOf = (operationId: string): Example => recorded[operationId] ?? {}
