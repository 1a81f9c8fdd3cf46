import * as z from 'zod'
import { util } from 'zod/v4/core'
import { fieldNames, fieldsOf } from './fields.ts'
import { describe, type OperationRoute } from './routes.ts'

/** How a route divides the input of its operation among path, If-Match, and query or body. */
export function planOf(base: string, row: OperationRoute) {
  const { method, path } = describe(base, row)
  const input = row.input ?? row.operation.input
  const names = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? [])
  const fields = input instanceof z.ZodObject ? input.shape : {}
  const versioned = method !== 'get' && 'expected_version' in fields
  const fieldsOfRest = without(input, versioned ? [...names, 'expected_version'] : names)
  const asks = row.included ? ['include'] : []
  const status = row.status ?? (method === 'delete' ? 204 : method === 'post' && path === base ? 201 : 200)
  const choice = method === 'delete' || status === 204 ? {} : choiceOf(row)
  const queryOfWrite = { ...Object.fromEntries(asks.map((name) => [name, fieldOf(fields, name, path)])), ...choice }
  return {
    method,
    path,
    parameters: z.object(Object.fromEntries(names.map((name) => [name, fieldOf(fields, name, path)]))),
    /** Whether If-Match becomes `expected_version`. */
    versioned,
    status,
    ...(method === 'get' || method === 'delete'
      ? { query: fieldsOnly(fieldsOfRest, path).extend(choice), body: undefined }
      : {
          query: Object.keys(queryOfWrite).length > 0 ? z.strictObject(queryOfWrite) : undefined,
          body: without(fieldsOfRest, asks),
        }),
  }
}

/** The query parameter for the fields that the client wants. It never reaches the operation. */
function choiceOf({ operation, included = [] }: OperationRoute): Shape {
  const names = fieldNames(operation.output)
  return names
    ? {
        fields: fieldsOf(
          names.filter((name) => !included.includes(name)),
          included,
        ),
      }
    : {}
}

type Shape = Readonly<Record<string, z.core.$ZodType>>

function fieldOf(shape: Shape, name: string, path: string): z.core.$ZodType {
  const field = shape[name]
  if (field === undefined) throw new Error(`${path}: the operation has no field ${name}`)
  return field
}

/** The input without the fields that come from the path and If-Match. */
function without(input: z.ZodType, names: readonly string[]): z.ZodType {
  if (names.length === 0 || !(input instanceof z.ZodObject)) return input
  const kept: z.ZodType = util.omit(input, Object.fromEntries(names.map((name) => [name, true])))
  return kept
}

function fieldsOnly(schema: z.ZodType, path: string): z.ZodObject {
  if (!(schema instanceof z.ZodObject)) throw new Error(`${path}: a query needs an object schema`)
  return schema
}
