import type { ErrorCode } from '../../../src/platform/errors/errors.ts'
import { arabicTexts } from '../../../src/platform/http/arabic/arabic-texts.ts'
import { problemKinds } from '../../../src/platform/http/problem.ts'
import { type Json, pascal, refTo } from './json.ts'
import { left_out, members } from './problem-members.ts'

const isCode = (name: string): name is ErrorCode => name in problemKinds
export const errorCodes = Object.keys(problemKinds).filter(isCode)
export const statusOf = (code: ErrorCode): number => problemKinds[code].status

const text = { type: 'string' }
const integer = { type: 'integer' }

/** People may read it in Arabic. */
const titleOf = (code: ErrorCode, title: string): Json => {
  const arabic = Object.entries(arabicTexts).find(([known]) => known === code)?.[1].title
  return arabic === undefined ? { const: title } : { enum: [title, arabic] }
}

const problem: Json = {
  type: 'object',
  description: 'An error, as in RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id', 'errors'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Identifies the code. A page that explains it' },
    title: { ...text, description: 'The code in words' },
    status: { ...integer, description: 'The HTTP status' },
    detail: {
      ...text,
      description: 'What went wrong and what to do. Its wording may change, and people may read it in Arabic',
    },
    code: { ...text, description: 'Stable, so compare this in your code' },
    request_id: { ...text, description: 'As in X-Request-Id. Include it when you report a problem' },
    errors: {
      type: 'array',
      description: 'Every problem with the input, up to 100',
      maxItems: 100,
      items: refTo('FieldProblem'),
    },
    left_out,
  },
}

const fieldProblem: Json = {
  type: 'object',
  description: 'One problem with the input. Other members depend on the code.',
  required: ['pointer', 'code', 'detail'],
  properties: {
    pointer: { ...text, description: 'JSON pointer to the field in the body or query (RFC 6901)' },
    code: { ...refTo('ProblemCode'), description: 'What is wrong. Treat one that you do not know like invalid_value' },
    detail: text,
    left_out,
  },
  additionalProperties: true,
}

/** Each problem has the members of its own code. */
const fieldProblemsWith = (properties: Json): Json => ({
  type: 'array',
  items: { allOf: [refTo('FieldProblem'), { type: 'object', properties }] },
})

const nameOf = (code: ErrorCode) => `${pascal(code)}Problem`

/** One schema per code, so that clients can tell errors apart by `code`. */
export function problemSchemas(codes: ReadonlySet<ErrorCode>): Json {
  const own = [...codes].toSorted().map((code) => {
    const { status, title } = problemKinds[code]
    const { properties = {}, required = [] } = members[code] ?? {}
    const schema = {
      allOf: [
        refTo('Problem'),
        {
          type: 'object',
          required: ['code', 'status', 'title', ...required],
          properties: {
            code: { const: code },
            status: { const: status },
            title: titleOf(code, title),
            ...properties,
            ...(Object.keys(properties).length > 0 && { errors: fieldProblemsWith(properties) }),
          },
        },
      ],
    }
    return [nameOf(code), schema] as const
  })
  return { Problem: problem, FieldProblem: fieldProblem, ...Object.fromEntries(own) }
}

/** The schema of a response with any of these codes. Each names its own, so no discriminator is needed. */
export function oneProblemOf(codes: readonly ErrorCode[]): Json {
  const refs = codes.map((code) => refTo(nameOf(code)))
  const [first] = refs
  return first !== undefined && refs.length === 1 ? first : { oneOf: refs }
}
