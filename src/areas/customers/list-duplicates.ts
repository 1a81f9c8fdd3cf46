import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { asTable } from '../../platform/db/as-table.ts'
import { customerContacts, customers } from '../../platform/db/schema/customers.ts'
import { operation } from '../../platform/operation/operation.ts'
import { listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { Customer } from './customer.ts'
import { customerColumns, toCustomer } from './customer-row.ts'
import { scanResult, scanColumns, boundedScan } from './bounded-scan.ts'

/** If duplicates are rare, a page would have to examine nearly all customers. */
const maxExamined = sql.raw('app.examined(2000)')

const maxDuplicates = 10

const Duplicate = Customer.pick({
  id: true,
  name: true,
  phone: true,
  email: true,
  orders_count: true,
  created_at: true,
})

const Duplicates = z
  .array(Duplicate.extend({ matches: z.array(z.enum(['phone', 'email'])).describe('What they have in common') }))
  .describe(`Older customers with the same phone number or email address, at most ${maxDuplicates}`)

/** Customers with the same phone number, in any format, or email address as an older customer. */
export const listDuplicates = operation(
  {
    name: 'list_duplicate_customers',
    scope: 'crm:read',
    input: z.strictObject(PageInput),
    output: listOf(Customer.extend({ duplicates: Duplicates })),
  },
  async ({ run }, input) => {
    const page = openPage(input)
    const { counted, rows } = boundedScan({
      page,
      stores: sql`app.stores()`,
      maxExamined,
      where: sql`exists (${olderMatches})`,
      moreColumns: sql`, (${duplicates}) as duplicates`,
    })
    const [found] = await run((db) => [
      db
        .select({ ...scanColumns, row: { ...customerColumns, duplicates: sql`customers.duplicates` } })
        .from(counted)
        .leftJoinLateral(asTable(customers, rows), sql`true`)
        .orderBy(sql`${customers.createdAt} desc, ${customers.id} desc`),
    ])
    return scanResult(page, found, (row) => ({ ...toCustomer(row), duplicates: Duplicates.parse(row.duplicates) }))
  },
)

/** How many customers with the same number or address are compared. */
const maxGroupSize = 11

/** COALESCE keeps this from being an index condition: the planner would scan customers by age to find the few matches. */
const isOlder = (one: SQL) => sql`coalesce((${one}.created_at, ${one}.id) < (c.created_at, c.id), false)`

/** Older customers that share a phone number or email address with customer c. Phone numbers are found by their last digits. */
const olderMatches = sql`
  select o.id, known.kind from (
    select 'phone' as kind, c.phone_tail as key, (app.phone_keys(array[c.phone], array[c.phone_e164]))[1] as value
      where length(c.phone_tail) = 7
    union all select 'email', c.email_key, c.email_key where c.email_key is not null
    union all select k.kind, k.key, k.value from ${customerContacts} as k where k.store_id = c.store_id and k.customer_id = c.id
  ) as known cross join lateral (
    (select p.id from ${customers} as p
      where known.kind = 'phone' and p.store_id = c.store_id and p.phone_tail = known.key and ${isOlder(sql`p`)}
        and app.same_phone(known.value, (app.phone_keys(array[p.phone], array[p.phone_e164]))[1])
      order by p.created_at, p.id limit ${maxGroupSize})
    union all (select e.id from ${customers} as e
      where known.kind = 'email' and e.store_id = c.store_id and e.email_key = known.key and ${isOlder(sql`e`)}
      order by e.created_at, e.id limit ${maxGroupSize})
    -- offset 0: contacts are read first. Otherwise the planner reads all of the store's customers for each.
    union all (select o.id from (select k.customer_id from ${customerContacts} as k
        where k.store_id = c.store_id and k.kind = known.kind and k.key = known.key
          and (known.kind = 'email' or app.same_phone(known.value, k.value)) offset 0) as k
      cross join lateral (select o.* from ${customers} as o where o.store_id = c.store_id and o.id = k.customer_id offset 0) as o
      where ${isOlder(sql`o`)} limit ${maxGroupSize})
  ) as o`

const duplicates = sql`
  select jsonb_agg(jsonb_build_object(
      'id', o.id, 'name', o.name, 'phone', o.phone, 'email', o.email, 'orders_count', o.orders_count,
      'created_at', app.rfc3339(o.created_at), 'matches', o.matches)
      order by o.created_at, o.id)
    from (
      select p.*, m.matches
        from (select id, jsonb_agg(distinct kind order by kind desc) as matches from (${olderMatches}) as one group by id) as m
        join ${customers} as p on p.store_id = c.store_id and p.id = m.id
       order by p.created_at, p.id limit ${maxDuplicates}
    ) as o`
