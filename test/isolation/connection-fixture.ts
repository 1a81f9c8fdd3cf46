import { testIssuer } from '../support/callers/identity.ts'
import type { Shop } from '../support/shop.ts'
import type { asOwner } from '../support/sql.ts'

type Sql = typeof asOwner

/**
 * Rows that no route creates in these tests: a connected assistant with its code and tokens, what is left to erase, and
 * the hash of a shopper's address.
 */
export async function addConnectionAndAddress(sql: Sql, { store, owner }: Shop, word = 'Wool') {
  const grant = crypto.randomUUID()
  await sql.transaction([
    sql`insert into oauth_grants (store_id, id, user_id, client_id, client_name, redirect_host, scopes, resource, expires_at)
      values (${store.id}, ${grant}, app.user_id(${testIssuer}, ${owner.subject}), ${`client-${word}`}, ${`Assistant ${word}`},
              'assistant.example', '{orders:read}', 'https://commerce.test/api/mcp', now() + interval '30 days')`,
    sql`insert into oauth_codes (store_id, code_hash, grant_id, client_id, redirect_uri, challenge, expires_at)
      values (${store.id}, sha256(gen_random_uuid()::text::bytea), ${grant}, ${`client-${word}`},
              'https://assistant.example/callback', 'challenge', now() + interval '5 minutes')`,
    sql`insert into oauth_tokens (store_id, token_hash, grant_id, kind, scopes, expires_at)
      select ${store.id}, sha256(gen_random_uuid()::text::bytea), ${grant}, kind, '{orders:read}', now() + interval '1 hour'
        from (values ('access'), ('refresh')) as token(kind)`,
    sql`insert into sold_out_variants (store_id, product_id, variant_id)
      values (${store.id}, gen_random_uuid(), gen_random_uuid())`,
    sql`insert into erasures (store_id, id, source, customers) values (${store.id}, gen_random_uuid(), 'results', '{}')`,
    sql`insert into best_seller_counts (store_id, counted_to) values (${store.id}, now())`,
    sql`insert into job_turns (store_id, job, at) values (${store.id}, 'cancel_deliveries', now())`,
    sql`insert into shopper_addresses (store_id, address, id) values (${store.id}, ${word}, gen_random_uuid())`,
  ])
}

/** Rows that belong to no store: an OAuth client, a pending authorization and a web session. */
export const addStorelessRows = (sql: Sql) =>
  sql.transaction([
    sql`insert into oauth_clients (client_id, kind, redirect_uris, metadata)
      values (${crypto.randomUUID()}, 'dcr', '{https://assistant.example/callback}', '{"client_name": "Assistant"}')`,
    sql`insert into oauth_pending (handle_hash, client, redirect_uri, challenge, scopes, resource, issuer, expires_at)
      values (sha256(gen_random_uuid()::text::bytea), '{"id": "assistant"}', 'https://assistant.example/callback', 'challenge',
              '{orders:read}', 'https://commerce.test/api/mcp', 'https://commerce.test', now() + interval '30 minutes')`,
    sql`insert into web_sessions (id_hash, user_id, expires_at)
      values (sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), now() + interval '8 hours')`,
  ])
