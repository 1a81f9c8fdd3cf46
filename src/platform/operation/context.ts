import type { Language } from '../values/language.ts'
import type { SQL } from 'drizzle-orm'
import type { Vault } from '../auth/tokens/vault.ts'
import type { Database, Db, Results, Statement } from '../db/client.ts'
import type { Entrance, Query } from '../db/prepared.ts'
import type { DatabaseFailure } from '../db/failure.ts'
import type { Selection } from '../db/selection.ts'
import { sessionRequired } from '../errors/errors.ts'
import type { Bucket } from '../outside/bucket.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** The authenticated caller. What they may do is looked up in every batch, when the tenant context is set. */
export type Credential =
  | (Person & { readonly kind: 'session' })
  /** Signed in on the web pages. `sessionHash` is the SHA-256 of the session id, in hex. */
  | (Person & { readonly kind: 'web'; readonly sessionHash: string })
  /** A token for MCP. `hash` is the SHA-256 of the secret, in hex. */
  | { readonly kind: 'token'; readonly hash: string }
  /** An API key, likewise. */
  | { readonly kind: 'key'; readonly hash: string }

type Person = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** As the identity provider states it now; null if it does not. */
  readonly name: string | null
  /** Whether a trusted identity provider has verified the address. Required to accept invitations sent to it. */
  readonly emailVerified: boolean
}

/** What a request did, for its log line and headers. The only mutable part of a request. */
export type Trace = {
  /** Batches sent to the database, retries included. */
  roundTrips: number
  databaseMs: number
  /** The attempts that failed, and were made again or given up. */
  failures?: { readonly ms: number; readonly failure: DatabaseFailure }[]
  /** Who sent it, as far as known without the database: the kind of credential, and the store's id or slug. */
  callerKind?: Credential['kind'] | 'visitor'
  store?: string
  /** Whether the response is that of an earlier request with the same idempotency key. */
  replayed: boolean
  /** The store for whose webhooks a write queued events, to deliver after the response. */
  queuedFor?: string
  /** The rate limit that applies, as in the header RateLimit-Policy. */
  rateLimitPolicy?: string
  /** Why a token was refused. For the log; callers learn less. */
  tokenRefused?: string
  /** Why the bot challenge failed. For the log; callers learn less. */
  challengeRefused?: string
}

/** Who may create stores: anyone, people who were invited to a store and belong to one, or nobody. */
export type StoreCreation = 'anyone' | 'invited' | 'none'

/** The configuration that operations need. */
export type Deployment = {
  /** Scheme and host of the service, as callers see it. */
  readonly publicUrl: string
  /** The page where an invited person joins the store; null if web sign-in is not configured. */
  readonly signInUrl: (storeId: string) => string | null
  /** Base URL of Meta's Graph API. */
  readonly graphUrl: string
  readonly vault: Vault
  /** Where uploaded files are (null: nobody can upload), and how many bytes of them a store may have. */
  readonly media: { readonly bucket: Bucket | null; readonly quotaBytes: number }
  readonly storeCreation: StoreCreation
  /** What a storefront needs to show the bot challenge for orders and messages; null if it is off. */
  readonly challenge: { readonly provider: 'turnstile'; readonly site_key: string | null } | null
}

export type Caller = {
  readonly credential: Credential
  /** The store selected with X-Store-Id: its id, or a slug that it has or had. Null: all stores of the caller. */
  readonly storeId: string | null
  readonly idempotencyKey: IdempotencyKey
  readonly source: 'api' | 'mcp'
  readonly database: Database
  readonly deployment: Deployment
  readonly trace: Trace
}

/** Whether a person is signed in. Tokens and API keys belong to a store, not to a person. */
export const isPerson = (credential: Credential): credential is Extract<Credential, Person> =>
  credential.kind === 'session' || credential.kind === 'web'

/** The signed-in person. */
export function sessionOf({ credential }: Caller): Person {
  if (isPerson(credential)) return credential
  throw sessionRequired()
}

export type Context = {
  readonly caller: Caller
  /** The only way to read: sets the tenant context, then runs the statements, in one batch and one round trip. */
  readonly run: <const T extends readonly Statement[]>(statements: (db: Db) => T) => Promise<Results<T>>
  /**
   * Runs one query (`query` in src/platform/db/prepared.ts) whose text is built once and whose plan the database keeps, for
   * requests that are frequent. Its times are RFC 3339 texts. One round trip.
   */
  readonly read: <Row, Values>(query: Query<Row, Values>, values: Values) => Promise<Row[]>
  /** The only way to write: one transaction, which also stores its result under the idempotency key. */
  readonly write: <Row extends object>(work: Write<Row>) => Promise<Row>
  /**
   * Writes through a database procedure that commits its work in parts and stores the result of each under a key of its
   * own. `context` opens the tenant context. Returns the columns of the procedure as text. One round trip.
   */
  readonly writeInParts: (procedure: (context: SQL, key: SQL) => SQL) => Promise<readonly (string | null)[]>
}

/** Reads the stored result of a write (a jsonb expression) as a row. */
export type Read<Row extends object> = (db: Db, result: SQL) => Statement & { readonly _: { readonly result: Row[] } }

export type Write<Row extends object> = Statements<Row> | Call<Row>

type Statements<Row extends object> = {
  /** The store to write to, as an expression. NULL is refused as not found. */
  readonly store: SQL
  readonly statements: (db: Db) => readonly Statement[]
  /** The result of the write, as a jsonb expression. */
  readonly result: SQL
  readonly read: Read<Row>
}

type Call<Row extends object> = {
  /** A database function that opens the store and stores the result itself. */
  readonly call: (key: SQL) => SQL
} & (
  | { readonly read: Read<Row> }
  /** Selects from the stored result, `done.kept`. Costs less than `read`, for writes that are frequent. */
  | { readonly selected: Selection<Row> }
)

/** A request without a credential. It has no tenant context, so it reads rows only through functions made for it. */
export type Visitor = Pick<Caller, 'database' | 'deployment' | 'trace'> & { readonly language: Language }

export type VisitorContext = {
  readonly deployment: Deployment
  /** The shopper's. */
  readonly language: Language
  /** Like `Context.read`. `entered` opens the tenant context. */
  readonly read: <Row, Values>(entered: Entrance, query: Query<Row, Values>, values: Values) => Promise<Row[]>
  /** One batch, one round trip. Sent again if the response was lost, so it must be safe to repeat. */
  readonly call: <const T extends readonly [Statement, ...Statement[]]>(
    statements: (db: Db) => T,
  ) => Promise<Results<T>>
}
