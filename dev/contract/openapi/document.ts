import { z } from 'zod'
import type { ErrorCode } from '../../../src/platform/errors/errors.ts'
import type { AnySchema, Described } from './described.ts'
import { examplesOf } from './examples.ts'
import { extended, withPrefixes } from './extended.ts'
import { requestHeaders, responseHeaders } from './headers.ts'
import { info, securitySchemes, servers, tags } from './info.ts'
import type { ReadSample } from './import-examples.ts'
import type { Json } from './json.ts'
import { named } from './names.ts'
import { valueSchemas, withNamedValues } from './named-values.ts'
import { oauthErrorSchema } from './oauth-error-schema.ts'
import { oauthOperations } from './oauth-operations.ts'
import { hookOperations, mcpOperations, serviceOperations } from './other-operations.ts'
import { operationObject, problemName, problemObject } from './operation-object.ts'
import { errorCodes, problemSchemas } from './problems.ts'
import { collectSchemas } from './schemas.ts'
import { sessionOperations } from './session-operations.ts'
import { storefrontOperations } from './storefront-operations.ts'
import { operationText } from './texts.ts'
import { withFeed } from './feed.ts'
import { webhookParameters, webhookResponses } from './webhook-exchange.ts'
import { webhooks, withEvents } from './webhooks.ts'

const describedOperations = async (): Promise<readonly Described[]> => [
  ...(await sessionOperations()),
  ...storefrontOperations,
  ...hookOperations,
  ...mcpOperations,
  ...oauthOperations,
  ...serviceOperations,
]

/** The OpenAPI 3.1 document of the service. */
export async function openApiDocument(read: ReadSample): Promise<Json> {
  const operations = await describedOperations()
  const schemas = collectSchemas(named)
  const refer = (schema: AnySchema, io: 'input' | 'output', name: string) =>
    schema instanceof z.ZodType ? schemas.refer(schema, io, name) : schema.json
  const responses: Json = {}
  const problem = (status: number, codes: readonly ErrorCode[]) => {
    const name = problemName(status, codes)
    responses[name] ??= problemObject(status, codes)
    return { $ref: `#/components/responses/${name}` }
  }
  const tools = { refer, later: (schema: z.ZodType, name: string) => schemas.later(schema, name), problem }
  const prepared = operations.map((operation) => operationObject(operation, tools))
  const { schemas: components, inline } = schemas.components()

  const paths: Record<string, Json> = {}
  for (const [index, { method, path, id }] of operations.entries()) {
    const item = (paths[path] ??= {})
    const build = prepared[index]
    if (build) item[method] = build(withNamedValues(inline), { ...operationText(id), examples: examplesOf(id, read) })
  }
  const codes = new Set<ErrorCode>(errorCodes.filter((code) => operations.some((one) => one.codes.includes(code))))
  const used = JSON.stringify([paths, responses])
  const isUsed = ([name]: [string, unknown]) => used.includes(`#/components/headers/${name}"`)
  return {
    openapi: '3.1.1',
    info,
    servers,
    tags,
    paths,
    webhooks: webhooks(),
    components: {
      schemas: sorted({
        ...withNamedValues({
          ...withPrefixes(extended(withFeed(withEvents(components)))),
          ...problemSchemas(codes),
          OAuthError: oauthErrorSchema,
        }),
        ...valueSchemas,
      }),
      responses: { ...sorted(responses), ...webhookResponses },
      parameters: { ...requestHeaders, ...webhookParameters },
      headers: Object.fromEntries(Object.entries(responseHeaders).filter(isUsed)),
      securitySchemes,
    },
  }
}

const sorted = (json: Json): Json => Object.fromEntries(Object.entries(json).toSorted(([a], [b]) => (a < b ? -1 : 1)))
