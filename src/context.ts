import type { SQL } from 'drizzle-orm'
import type { Vault } from './auth/tokens/vault.ts'
import type { Database, Db, Results, Statement } from './db/client.ts'
import { ServiceError } from './errors.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** Who is asking, as proven by the credential; what they may do is looked up by the door in every batch. */
export type Credential =
  | (Person & { readonly kind: 'session' })
  /** Signed in on the pages; `sessionHash` is the SHA-256 of the session's id, as hex. */
  | (Person & { readonly kind: 'web'; readonly sessionHash: string })
  | { readonly kind: 'token'; readonly hash: string }

type Person = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** The identity provider has seen that the address is theirs: what was sent to it is for them. */
  readonly emailVerified: boolean
}

/** What a request did, for its log line and headers; the one part of a request that is written to. */
export type Trace = {
  /** Batches sent to the database, retries included. */
  roundTrips: number
  databaseMs: number
  /** The answer is that of an earlier request with the same idempotency key. */
  replayed: boolean
  /** Why the session token was refused; the wire is told less. */
  tokenRefused?: string
  /** Why the bot challenge was not passed; the wire is told less. */
  challengeRefused?: string
}

/** How the service is set up, as far as operations need to know. */
export type Deployment = {
  /** Scheme and host under which callers reach the service. */
  readonly publicUrl: string
  /** Where an invited person joins the store on our pages; null where nobody can sign in on them. */
  readonly signInUrl: (storeId: string) => string | null
  /** Where Meta's Graph API answers. */
  readonly graphUrl: string
  readonly vault: Vault
  /** What a page needs to show the bot challenge that storefront orders and messages must pass; null: there is none. */
  readonly challenge: { readonly provider: 'turnstile'; readonly site_key: string | null } | null
}

export type Caller = {
  readonly credential: Credential
  /** The store picked by the request; null: all of the caller's. */
  readonly storeId: string | null
  readonly idempotencyKey: IdempotencyKey
  readonly source: 'api' | 'mcp'
  readonly database: Database
  readonly deployment: Deployment
  readonly trace: Trace
}

/** The person behind the request, for what a token cannot do. */
export function sessionOf({ credential }: Caller): Person {
  if (credential.kind !== 'token') return credential
  throw new ServiceError('forbidden', 'Only a signed-in person may do this, with a session token.')
}

export type Context = {
  readonly caller: Caller
  /** The only way to read: one batch, one round trip, with the door in front. Gives the results of the statements. */
  readonly run: <const T extends readonly Statement[]>(statements: (db: Db) => T) => Promise<Results<T>>
  /** The only way to write: one batch, whose result is kept under the idempotency key in the same transaction. */
  readonly write: <Row extends object>(work: Write<Row>) => Promise<Row>
}

/** Reads a write's kept result (a jsonb expression) back as a row. */
export type Read<Row extends object> = (db: Db, result: SQL) => Statement & { readonly _: { readonly result: Row[] } }

export type Write<Row extends object> = (
  | {
      /** The store written to, as an expression: NULL refuses as not found. */
      readonly store: SQL
      readonly statements: (db: Db) => readonly Statement[]
      /** What the write made, as a jsonb expression. */
      readonly result: SQL
    }
  | {
      /** A function of the database that opens the store and keeps its result by itself. */
      readonly call: (key: SQL) => SQL
    }
) & { readonly read: Read<Row> }

/** A request without a credential. No door opens for it, so it sees no row of any store but through functions made for it. */
export type Visitor = Pick<Caller, 'database' | 'deployment' | 'trace'>

export type VisitorContext = {
  readonly deployment: Deployment
  /** One batch, one round trip, sent again where its reply got lost: what it does must be safe to repeat. */
  readonly call: <const T extends readonly [Statement, ...Statement[]]>(
    statements: (db: Db) => T,
  ) => Promise<Results<T>>
}
