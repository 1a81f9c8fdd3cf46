import * as z from 'zod'
import type { ErrorCode } from '../../../src/platform/errors/errors.ts'
import type { Json } from './json.ts'

/** An operation of the document, before its schemas have become JSON. */
export type Described = {
  readonly id: string
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete'
  /** As in the document: `/api/orders/{order_id}`. */
  readonly path: string
  readonly tag: string
  readonly security: readonly Json[]
  /** Path parameters. */
  readonly parameters: z.ZodObject
  readonly query?: z.ZodObject | undefined
  /** Names of parameters under components.parameters. */
  readonly headers: readonly string[]
  readonly body?: Body | undefined
  readonly success: readonly Success[]
  readonly codes: readonly ErrorCode[]
  /** Responses other than success and problems, such as redirects and OAuth errors. */
  readonly others?: Readonly<Record<string, Json>>
  readonly deprecated?: boolean
}

/** A zod schema, or a finished JSON Schema. */
export type AnySchema = z.ZodType | { readonly json: Json }

type Body = {
  readonly types: readonly string[]
  readonly schema: AnySchema
}

type Success = {
  readonly status: number
  readonly description: string
  readonly types?: readonly string[]
  readonly schema?: AnySchema | undefined
  /** Names of headers under components.headers. */
  readonly headers: readonly string[]
}

export const openApiPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

type WithoutSession = Partial<Omit<Described, 'id' | 'method' | 'path'>> &
  Partial<Omit<Success, 'headers'>> & {
    readonly tag: string
    /** The headers of its response, besides X-Request-Id. */
    readonly responseHeaders?: readonly string[]
  }

/** An operation that needs no session, with one answer or with `success`: its method and its path, and what else it has. */
export function withoutSession(
  id: string,
  method: Described['method'],
  path: string,
  { status = 200, description = 'OK', types, schema, responseHeaders = [], ...more }: WithoutSession,
): Described {
  const answer = { status, description, ...(types && { types }), schema, headers: ['RequestId', ...responseHeaders] }
  return {
    security: [],
    parameters: z.object({}),
    headers: ['RequestId'],
    success: [answer],
    codes: [],
    ...more,
    id,
    method,
    path,
  }
}

export const json = (schema: AnySchema): Body => ({ types: ['application/json'], schema })
