import { z } from 'zod'

const Media = z.looseObject({
  schema: z.looseObject({ $ref: z.string().optional(), oneOf: z.array(z.object({ $ref: z.string() })).optional() }),
})
const Response = z.looseObject({ $ref: z.string().optional(), content: z.record(z.string(), Media).optional() })
const Contract = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ operationId: z.string(), responses: z.record(z.string(), Response) })),
  ),
  components: z.looseObject({
    responses: z.record(z.string(), Response),
    schemas: z.record(z.string(), z.looseObject({ allOf: z.array(z.unknown()).optional() })),
  }),
})

const Problem = z.looseObject({ properties: z.looseObject({ code: z.object({ const: z.string() }) }) })

/** Which operations and error codes of the document are among the seen `operation status code` lines. */
export function coverageOf(document: unknown, lines: readonly string[]) {
  const { paths, components } = Contract.parse(document)
  const seen = new Set(lines)
  const nameIn = (ref: string) => ref.split('/').at(-1) ?? ''

  function codesOf(response: z.output<typeof Response>): string[] {
    const { content } =
      response.$ref === undefined ? response : (components.responses[nameIn(response.$ref)] ?? response)
    const schema = content?.['application/problem+json']?.schema
    const refs = schema?.oneOf ?? (schema?.$ref === undefined ? [] : [{ $ref: schema.$ref }])
    return refs.map(({ $ref }) => Problem.parse(components.schemas[nameIn($ref)]?.allOf?.[1]).properties.code.const)
  }

  const operations = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId: id, responses }) => ({
      id,
      succeeded: lines.some((line) => new RegExp(`^${id} [23]\\d\\d$`).test(line)),
      codes: Object.entries(responses).flatMap(([status, response]) =>
        codesOf(response).map((code) => [code, seen.has(`${id} ${status} ${code}`)] as const),
      ),
    })),
  )
  const names = [...new Set(operations.flatMap(({ codes }) => codes.map(([code]) => code)))].toSorted()
  const codes = names.map((code) => {
    const of = operations.flatMap((each) => each.codes.filter(([name]) => name === code))
    return { code, listed: of.length, seen: of.filter(([, isSeen]) => isSeen).length }
  })
  return { operations, codes }
}

/** What no test sees on purpose: operations and codes by name, each with the reason. */
export type Exceptions = {
  readonly operations: Readonly<Record<string, string>>
  readonly codes: Readonly<Record<string, string>>
}

/** What is wrong with the coverage: nothing that tests leave out may be missing from the exceptions, and nothing else be there. */
export function coverageProblems(
  { operations, codes }: ReturnType<typeof coverageOf>,
  exceptions: Exceptions,
): string[] {
  const seenOperations = new Map(operations.map(({ id, succeeded }) => [id, succeeded]))
  const seenCodes = new Map(codes.map(({ code, seen }) => [code, seen > 0]))
  return [
    ...compare('operation', seenOperations, exceptions.operations),
    ...compare('error code', seenCodes, exceptions.codes),
  ]
}

function compare(what: string, seen: ReadonlyMap<string, boolean>, exceptions: Readonly<Record<string, string>>) {
  return [
    ...[...seen]
      .filter(([name, isSeen]) => !isSeen && !(name in exceptions))
      .map(([name]) => `No test has seen the ${what} ${name}.`),
    ...Object.keys(exceptions)
      .filter((name) => seen.get(name) !== false)
      .map(
        (name) =>
          `The ${what} ${name} is an exception, but ${seen.has(name) ? 'a test has seen it' : 'does not exist'}.`,
      ),
  ]
}
