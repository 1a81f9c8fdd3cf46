import { describe, expect, test } from 'vitest'
import { mismatch, operations } from '../support/contract/document.ts'

type Json = Readonly<Record<string, unknown>>

const objectOf = (value: unknown): Json => Object(value)

/** The examples of an operation, each with its schema. */
function examplesIn(definition: Json) {
  const bodies = [definition['requestBody'], ...Object.values(objectOf(definition['responses']))]
  const contents = bodies.flatMap((body) => Object.values(objectOf(objectOf(body)['content'])))
  const parameters = Array.isArray(definition['parameters']) ? definition['parameters'] : []
  return [...contents, ...parameters].map(objectOf).filter((each) => 'example' in each)
}

// A document too large to show, and a request without anything to send.
const withoutExample = ['get_openapi', 'sign_out']

describe('the examples of the contract', () => {
  test.for(operations)('$id has examples that match its schemas', ({ id, definition }) => {
    const examples = examplesIn(definition)
    expect(examples.length > 0 || withoutExample.includes(id)).toBe(true)
    for (const { schema, example } of examples) expect(mismatch(schema, example)).toBeNull()
  })
})
