import type { All, Answer, AskingFor } from './fields.ts'

// The generated code is written against these types.

declare const problems: unique symbol

/** What an operation resolves to. It rejects with a `ProblemError`, most likely one of these problems. */
export type Call<Data, Problem> = Promise<Data> & { readonly [problems]?: Problem }

/** The parts of an operation's input, and its address. */
export type TDataShape = { body?: unknown; headers?: unknown; path?: unknown; query?: unknown; url: string }

/** The generated options have a `meta`, which this client does not use. */
export type ClientMeta = unknown

/** Options of one call. */
type CallOptions = {
  /** Cancels the request and its retries. */
  readonly signal?: AbortSignal
}

type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }

/** It may be absent or undefined if no parameter is required. */
type QueryOf<Data extends TDataShape> = undefined extends Data['query']
  ? { readonly query?: DeepReadonly<NonNullable<Data['query']>> | undefined }
  : { readonly query: DeepReadonly<Data['query']> }

export type Options<Data extends TDataShape, Fields = All, Responses = unknown> = Omit<
  Data,
  'headers' | 'query' | 'url'
> &
  CallOptions &
  QueryOf<Data> &
  AskingFor<Fields, OneOf<Responses>, Data['query']> & {
    /** `Content-Type` is needed only for a file in another format. */
    readonly headers?: NonNullable<Data['headers']> & { readonly 'Content-Type'?: string }
  }

type OneOf<ByStatus> = ByStatus[keyof ByStatus]

export type RequestResult<Responses, Errors, Fields = All, Data extends TDataShape = TDataShape> = Call<
  Answer<OneOf<Responses>, Fields, Data['query']>,
  Extract<OneOf<Errors>, { readonly code: string }>
>

/** A request as the generated code describes it. */
export type OperationRequest = CallOptions & {
  readonly url: string
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** Null if the body is sent as it is. */
  readonly bodySerializer?: null
  readonly querySerializer?: {
    readonly parameters?: Readonly<Record<string, { readonly array?: { readonly explode?: boolean } }>>
  }
  /** Absent if the operation takes no token. */
  readonly security?: readonly unknown[]
  /** Reads a response that is a success or has status 304, if it returns something. */
  readonly receive?: (response: Response) => Promise<unknown> | undefined
}

export type Send = <Responses, Errors, Fields = All, Data extends TDataShape = TDataShape>(
  request: OperationRequest,
) => RequestResult<Responses, Errors, Fields, Data>

export type Client = { readonly [Method in 'delete' | 'get' | 'patch' | 'post' | 'put']: Send }
