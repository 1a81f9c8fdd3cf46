import type { Context } from 'hono'
import type * as z from 'zod'
import type { Scope } from '../../auth/tokens/scopes.ts'
import type { Caller } from '../../operation/context.ts'
import type { Refusals } from '../../operation/refusals.ts'
import type { SessionEnv } from '../app-env.ts'

type Operation = {
  (caller: Caller, input: never): Promise<unknown>
  /** The operation's name. The contract uses it as operationId. */
  readonly id: string
  readonly scope: Scope
  readonly input: z.ZodType
  readonly output: z.ZodType
  readonly refusals: Refusals
  /** Whether people in the console may have to sign in again before it. */
  readonly mayNeedSignIn?: boolean
}

export type CallerContext = Context<SessionEnv>

/** For routes that are not one operation, such as file transfers. The query is validated like an operation's. */
export type Handler = {
  /** What the handler does with a file, and the operation behind it. */
  readonly file: 'export' | 'import' | 'upload'
  readonly operation: Pick<Operation, 'id' | 'output' | 'refusals'>
  readonly query: z.ZodObject
  /** The scope that the operations behind it require. */
  readonly scope: Scope
  readonly respond: (c: CallerContext, query: Readonly<Record<string, unknown>>) => Promise<Response>
}

/** A route that will be removed. Responses announce it with Deprecation (RFC 9745) and Sunset (RFC 8594). */
export type Deprecated = {
  /** Dates such as 2026-11-21. */
  readonly since: string
  readonly sunset: string
}

type MethodAndPath = { readonly deprecated?: Deprecated } & (
  | { readonly get: string }
  | { readonly post: string }
  | { readonly patch: string }
  | { readonly put: string }
  | { readonly delete: string }
)

export type OperationRoute = MethodAndPath & {
  readonly operation: Operation
  /** The operationId in the contract, if another route has the same operation. */
  readonly id?: string
  /** A narrower schema, if the route takes less than the operation. */
  readonly input?: z.ZodObject
  /** What the contract promises, if the route always answers with more than the operation. */
  readonly output?: z.ZodObject
  /** Default: 201 for POST on a collection ("/"), 204 for DELETE, else 200. */
  readonly status?: 200 | 201 | 202 | 204
  /**
   * Whether everything in this output changes only with its version, so that a GET with If-None-Match may return 304. Stock,
   * for example, changes without a new version of the product. Default: no.
   */
  readonly versionTells?: (output: never) => boolean
  /**
   * Fields of the output that a response has only if the query parameter `include` asks for them, whatever its method and
   * `fields`. They change without a new version, so the ETag of a GET that has them is weak, from its content.
   */
  readonly included?: readonly string[]
  /** A POST that changes nothing, so it takes no Idempotency-Key. */
  readonly isRead?: true
  /** Runs after the operation; must not throw. */
  readonly after?: (c: CallerContext, output: never) => void
}

export type HandlerRoute = MethodAndPath & { readonly handler: Handler }

export type Route = OperationRoute | HandlerRoute

export type Routes = {
  readonly base: string
  readonly rows: readonly Route[]
  /** Whether there are also public routes under the same base. */
  readonly sharedWithPublic: boolean
}

type PathOf<Row> = Row extends
  | { get: infer Path }
  | { post: infer Path }
  | { patch: infer Path }
  | { put: infer Path }
  | { delete: infer Path }
  ? Path
  : never

type ParametersOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Checked<Row> = Row extends { operation: { input: infer Input extends z.ZodType } }
  ? [ParametersOf<PathOf<Row>>] extends [keyof z.output<Input>]
    ? Row
    : `Path parameter "${Exclude<ParametersOf<PathOf<Row>>, keyof z.output<Input>> & string}" is not a field of the input`
  : Row

/**
 * The routes of an area that require a session, as data. Path parameters are fields of the operation's input, which the
 * compiler checks. If-Match becomes `expected_version`. GET and DELETE take the other fields from the query, other methods
 * from the JSON body.
 */
export const routes = <const Rows extends readonly Route[]>(
  base: string,
  rows: Rows & { readonly [Index in keyof Rows]: Checked<Rows[Index]> },
  { sharedWithPublic = false } = {},
): Routes => ({ base, rows, sharedWithPublic })

const methods = ['get', 'post', 'patch', 'put', 'delete'] as const

/** Method, full path and scope of a route. */
export function describe(base: string, row: Route) {
  const paths: Partial<Record<(typeof methods)[number], string>> = row
  const method = methods.find((name) => name in paths) ?? 'get'
  const path = paths[method] ?? '/'
  return {
    method,
    path: path === '/' ? base : base + path,
    scope: 'operation' in row ? row.operation.scope : row.handler.scope,
  }
}
