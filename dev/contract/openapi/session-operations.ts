import { filterFieldsOf } from '../../../src/platform/references/filter.ts'
import { isReference } from '../../../src/platform/references/reference.ts'
import * as z from 'zod'
import { grantedBy, type Scope } from '../../../src/platform/auth/tokens/scopes.ts'
import { areas } from '../../../src/app.ts'
import { planOf } from '../../../src/platform/http/routes/route-plan.ts'
import { describe, type HandlerRoute, type OperationRoute } from '../../../src/platform/http/routes/routes.ts'
import { codesOf } from './codes.ts'
import { type Described, openApiPath } from './described.ts'
import type { Json } from './json.ts'
import { tags } from './tags.ts'

/** The operations that require a session or an API key, from the rows of all areas. */
export async function sessionOperations(): Promise<Described[]> {
  const all = await Promise.all(areas.map(({ routes }) => routes()))
  return all.flatMap(({ base, rows }) => {
    const tag = tags[base]
    if (tag === undefined) throw new Error(`dev/contract/openapi/session-operations.ts needs a tag for ${base}`)
    return rows.map((row) => ({
      ...('operation' in row ? fromOperation(base, row) : fromHandler(base, row)),
      tag,
      security: [{ session: [] }, { console: [] }, ...withKey(describe(base, row).scope)],
      ...(row.deprecated && { deprecated: true }),
    }))
  })
}

/** An API key with any one of these scopes, if keys may do this at all. Every key may read its store. */
const withKey = (scope: Scope): readonly Json[] =>
  scope === 'stores:read' ? [{ apiKey: [] }] : grantedBy(scope).map((granted) => ({ apiKey: [granted] }))

type Untagged = Omit<Described, 'tag' | 'security'>

const isEmpty = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0

function fromOperation(base: string, row: OperationRoute): Untagged {
  const { operation, id = operation.id, output = operation.output } = row
  const { method, path, parameters, query, body, versioned, status } = planOf(base, row)
  const { scope, refusals, mayNeedSignIn } = operation
  const isGet = method === 'get'
  const isWrite = !isGet && !row.isRead
  const { id: outputId, version } = output instanceof z.ZodObject ? output.shape : {}
  return {
    id,
    method,
    path: openApiPath(path),
    parameters,
    query,
    headers: [
      'StoreId',
      'RequestId',
      'AcceptLanguage',
      ...(isWrite ? ['IdempotencyKey'] : []),
      ...(isGet ? ['IfNoneMatch'] : []),
      ...(versioned ? ['IfMatch'] : []),
    ],
    ...(isGet && { others: { 304: { description: 'Unchanged since the ETag in If-None-Match' } } }),
    ...(body !== undefined && !isEmpty(body) && { body: { types: ['application/json'], schema: body } }),
    success: [
      {
        status,
        description: status === 201 ? 'Created' : status === 202 ? 'Queued' : status === 204 ? 'Done' : 'OK',
        schema: status === 204 ? undefined : output,
        headers: [
          'RequestId',
          ...(status !== 204 && (isGet || version !== undefined) ? ['ETag'] : []),
          ...(status === 201 && outputId !== undefined ? ['Location'] : []),
          ...(isWrite ? ['IdempotentReplayed'] : []),
          ...(row.deprecated ? ['Deprecation', 'Sunset'] : []),
        ],
      },
    ],
    codes: codesOf({
      id,
      scope,
      refusals,
      mayNeedSignIn,
      isWrite,
      hasBody: body !== undefined,
      hasPathParameters: path.includes(':'),
      hasReference: [parameters, query].some((part) => Object.values(part?.shape ?? {}).some(isReference)),
      filters: filterFieldsOf(query).map(({ kind }) => kind),
      isVersioned: versioned,
      isPaged: query !== undefined && 'page' in query.shape,
    }),
  }
}

const fileTypes = ['text/csv', 'application/x-ndjson']
const anyText = { json: { type: 'string' } }

/** A file alone, or in a form. Its bytes say what it is. */
const pictureTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
  'application/octet-stream',
  'multipart/form-data',
]

function fromUpload(base: string, row: HandlerRoute): Untagged {
  const { method, path } = describe(base, row)
  const { operation, query, scope } = row.handler
  return {
    id: operation.id,
    method,
    path: openApiPath(path),
    parameters: z.object({}),
    query,
    headers: ['StoreId', 'RequestId', 'AcceptLanguage', 'IdempotencyKey'],
    body: { types: pictureTypes, schema: { json: {} } },
    success: [
      {
        status: 201,
        description: 'Created',
        headers: ['RequestId', 'Location', 'IdempotentReplayed'],
        schema: operation.output,
      },
    ],
    codes: codesOf({
      id: operation.id,
      scope,
      refusals: operation.refusals,
      isWrite: true,
      hasBody: true,
      hasPathParameters: false,
      hasReference: false,
      filters: [],
      isVersioned: false,
      isPaged: false,
    }).filter((code) => code !== 'invalid_json'),
  }
}

function fromHandler(base: string, row: HandlerRoute): Untagged {
  if (row.handler.file === 'upload') return fromUpload(base, row)
  const { method, path } = describe(base, row)
  const { file, operation, query, scope } = row.handler
  const isImport = file === 'import'
  return {
    id: operation.id,
    method,
    path: openApiPath(path),
    parameters: z.object({}),
    query,
    headers: ['StoreId', 'RequestId', 'AcceptLanguage', ...(isImport ? ['IdempotencyKey'] : [])],
    ...(isImport && { body: { types: fileTypes, schema: anyText } }),
    success: [
      {
        status: 200,
        description: 'OK',
        headers: ['RequestId', ...(isImport ? ['IdempotentReplayed'] : ['ContentDisposition'])],
        ...(isImport ? { schema: operation.output } : { schema: anyText, types: fileTypes }),
      },
    ],
    codes: codesOf({
      id: operation.id,
      scope,
      // Refusals of an import are errors of a row.
      refusals: {},
      isWrite: isImport,
      hasBody: isImport,
      hasPathParameters: false,
      hasReference: Object.values(query.shape).some(isReference),
      filters: filterFieldsOf(query).map(({ kind }) => kind),
      isVersioned: false,
      isPaged: false,
    }).filter((code) => !(isImport && code === 'invalid_json')),
  }
}
