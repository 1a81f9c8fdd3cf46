import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { newMcpToken } from '../rig/mcp-token.ts'

type Variant = { product_id: string; id: string; price: number }

/** The data that requests of one store's owner use. */
export type Shop = {
  number: number
  subject: string
  token: string
  /** The token for /api/mcp. */
  mcpToken: string
  orders: string[]
  customers: string[]
  variants: Variant[]
  /** Ids of orders that can be confirmed; those in `confirmed` can be shipped. */
  pending: string[]
  confirmed: string[]
  /** Slugs of the products in the storefront. */
  slugs: string[]
  /** Id of a delivery method with zones. */
  express: string
  /** Search terms that each match a single order. */
  rare: string[]
}

export type Sample = { hot: Shop; many: Shop[] }

/** The hot store and all others, with some rows of each for requests. */
export async function takeSample(ownerUrl: string, token: (subject: string) => Promise<string>): Promise<Sample> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Omit<Shop, 'token' | 'mcpToken'>>(
      // One pass over the orders, and of very many only a share: reading each store's own would read every page many times.
      `with known as (
         select store_id, id::text, status, fulfillment_status, hold_reason, notes, md5(id::text) as place
           from orders tablesample bernoulli (least(100, 1e8 / greatest(1, (select reltuples from pg_class where oid = 'orders'::regclass))))
       ),
       sampled as (
         select store_id, array_agg(id order by place) as orders,
                array_agg(id order by place) filter (where status = 'pending') as pending,
                array_agg(id order by place) filter (
                  where status = 'confirmed' and fulfillment_status = 'unfulfilled' and hold_reason is null) as confirmed,
                array_agg(substr(notes, 19) order by place) filter (where notes like 'Courier reference %') as rare
           from known group by store_id
       )
       select substr(m.subject, 7)::integer as number, m.subject, o.orders[:size] as orders,
         array(select id::text from customers c where c.store_id = s.id order by md5(c.id::text) limit size * 3) as customers,
         array(select jsonb_build_object('product_id', v.product_id, 'id', v.id, 'price', p.price_minor / 10.0 ^ p.currency_exponent)
                 from product_variants v join products p on p.store_id = v.store_id and p.id = v.product_id
                where v.store_id = s.id) as variants,
         coalesce(o.pending[:size * 10], '{}') as pending, coalesce(o.confirmed[:size * 10], '{}') as confirmed,
         array(select p.slug from products p where p.store_id = s.id order by p.slug) as slugs,
         (select d.id::text from delivery_methods d where d.store_id = s.id and d.name = 'Express') as express,
         coalesce(o.rare[:size], '{}') as rare
       from stores s join store_members m on m.store_id = s.id join sampled o on o.store_id = s.id
       cross join lateral (select case when m.subject = 'owner-1' then 300 else 10 end as size) as sizes
       where m.subject like 'owner-%' order by 1`,
    )
    const shops = await Promise.all(
      rows.map(async (row) => ({ ...row, token: await token(row.subject), mcpToken: newMcpToken() })),
    )
    await storeTokens(client, shops)
    const [hot, ...many] = shops
    if (!hot) throw new Error('the database has no stores')
    return { hot, many }
  } finally {
    await client.end()
  }
}

/** Stores only the hash of the tokens, as creating them through the API would. */
async function storeTokens(client: pg.Client, shops: readonly Shop[]) {
  await client.query('delete from access_tokens')
  await client.query(
    `insert into access_tokens (store_id, id, name, scopes, token_hash, token_prefix, created_by, expires_at)
     select m.store_id, t.id, 'Bench', '{orders:read}', t.hash, '', m.user_id, now() + interval '1 day'
       from unnest($1::text[], $2::uuid[], $3::bytea[]) as t(subject, id, hash) join store_members m using (subject)`,
    [
      shops.map(({ subject }) => subject),
      shops.map(() => randomUUID()),
      shops.map(({ mcpToken }) => createHash('sha256').update(mcpToken).digest()),
    ],
  )
}
