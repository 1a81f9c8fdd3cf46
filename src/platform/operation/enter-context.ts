import { type SQL, sql } from 'drizzle-orm'
import type { RecentSignIn } from '../auth/sign-in/sign-in-needed.ts'
import { grantedBy, rolesByScope, type Scope, tokenScopesFor } from '../auth/tokens/scopes.ts'
import type { Caller } from './context.ts'
import { entrance, type Entrance, type ValueOf } from '../db/prepared.ts'
import type { Filtered } from '../references/filter.ts'
import { Named } from '../references/reference.ts'

/** Sets the tenant context. Members need one of the scope's roles; tokens and API keys need the scope, and belong to one
 * store. */
export function contextOf({ credential, storeId }: Caller, scope: Scope, recent: RecentSignIn | null): Entrance {
  if (credential.kind === 'token') return withToken({ hash: credential.hash, scopes: tokenScopesFor(scope) })
  if (credential.kind === 'key') return withKey({ hash: credential.hash, storeId, scopes: grantedBy(scope) })
  const { issuer, subject, name, emailVerified } = credential
  const email = emailVerified ? credential.email : null
  const member = { issuer, subject, storeId, roles: rolesByScope[scope], email, name }
  if (credential.kind === 'session') return asMember(member)
  return onWebPages({ ...member, sessionHash: credential.sessionHash, recent })
}

type Member = {
  readonly issuer: string
  readonly subject: string
  readonly storeId: string | null
  readonly roles: readonly string[]
  readonly email: string | null
  readonly name: string | null
}

const withToken = entrance<{ readonly hash: string; readonly scopes: readonly string[] }>((value) => [
  sql`app.enter_token(decode(${value('hash')}, 'hex'), ${value('scopes')}::text[])`,
])

const withKey = entrance<{
  readonly hash: string
  readonly storeId: string | null
  readonly scopes: readonly string[]
}>((value) => [sql`app.enter_key(decode(${value('hash')}, 'hex'), ${value('storeId')}, ${value('scopes')}::text[])`])

const enterMember = (value: ValueOf<Member>) =>
  sql`app.enter_member(
    ${value('issuer')}, ${value('subject')}, ${value('storeId')}, ${value('roles')}::text[],
    ${value('email')}, ${value('name')})`

const asMember = entrance<Member>((value) => [enterMember(value)])

// In this order, so that somebody who is signed out learns nothing about stores.
const onWebPages = entrance<Member & { readonly sessionHash: string; readonly recent: RecentSignIn | null }>(
  (value) => [
    sql`app.check_web_session(decode(${value('sessionHash')}, 'hex'), ${value('issuer')}, ${value('subject')}, ${value('recent')})`,
    enterMember(value),
  ],
)

/** The same, and then the ids of what the request names. `key`: the idempotency key of a write. */
export function withNames(entered: Entrance, names: readonly Named[], key?: SQL): Entrance {
  if (names.length === 0) return entered
  const { text, params } = entered
  return {
    calls: () => [
      ...entered.calls(),
      ...names.map(({ kind, name }) => sql`app.find(${kind}, ${name}${key ? sql`, ${key}` : sql``})`),
    ],
    text: [text, ...names.map((_, nth) => findAt(params.length + 2 * nth + 1))].join(', '),
    params: [...params, ...names.flatMap(({ kind, name }) => [kind, name])],
  }
}

const findAt = (first: number) => `app.find($${first}, $${first + 1})::text`

/** The same, and then refuses filters by what the caller's stores do not have. */
export function withFilters(entered: Entrance, filters: readonly Filtered[]): Entrance {
  if (filters.length === 0) return entered
  const { text, params } = entered
  const values = filters.map(({ kind, given, pointer }) => [kind, given instanceof Named ? given.name : given, pointer])
  return {
    calls: () => [
      ...entered.calls(),
      ...values.map(([kind, value, pointer]) => sql`app.expect_filter(${kind}, ${value}, ${pointer})`),
    ],
    text: [text, ...values.map((_, nth) => expectAt(params.length + 3 * nth + 1))].join(', '),
    params: [...params, ...values.flat()],
  }
}

const expectAt = (first: number) => `app.expect_filter($${first}, $${first + 1}, $${first + 2})::text`
