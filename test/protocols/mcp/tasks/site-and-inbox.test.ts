import { expect } from 'vitest'
import { z } from 'zod'
import type { SeededShop } from './seeded-shop.ts'
import { reads, writes } from './task.ts'

const Entry = z.looseObject({ label: z.string() })

const siteOf = ({ sql, store, row }: SeededShop) =>
  row(
    {
      draft: z.looseObject({
        navigation: z.array(Entry),
        profile: z.looseObject({ announcement: z.string().nullable() }),
        theme: z.looseObject({ colors: z.record(z.string(), z.string()) }),
      }),
    },
    sql`select draft from storefronts where store_id = ${store.id}`,
  )

const pageAt = ({ sql, store, row }: SeededShop, slug: string) =>
  row(
    { title: z.string(), body: z.string() },
    sql`select title, body from storefront_pages where store_id = ${store.id} and slug = ${slug} and not deleted`,
  )

writes('A page, linked in the navigation', async (shop) => {
  const { says, call } = shop
  says('Add a page Opening hours to the site, saying: Open from 9 to 5. Link it in the menu.')
  const { slug } = await call('save_page', { title: 'Opening hours', body: 'Open from 9 to 5.' })
  await call('add_to_navigation', { label: 'Opening hours', page: slug })
  expect(await pageAt(shop, 'opening-hours')).toEqual({ title: 'Opening hours', body: 'Open from 9 to 5.' })
  expect((await siteOf(shop)).draft.navigation.at(-1)).toMatchObject({
    label: 'Opening hours',
    to: { type: 'page', slug: 'opening-hours' },
  })
})

writes('An announcement, published', async (shop) => {
  const { says, call, sql, store, row } = shop
  const published = () =>
    row(
      { number: z.coerce.number(), content: z.string() },
      sql`select v.number, v.content::text from storefront_versions v
        join storefronts s on s.store_id = v.store_id and s.published_version = v.number where v.store_id = ${store.id}`,
    )
  const { number } = await published()
  says('Announce on the site: Closed on Friday. Publish it.')
  await call('update_storefront', { profile: { announcement: 'Closed on Friday' } })
  await call('publish_storefront')
  expect(await published()).toEqual({ number: number + 1, content: expect.stringContaining('Closed on Friday') })
})

writes('A mistake on a page', async (shop) => {
  const { says, call } = shop
  const before = await pageAt(shop, 'about')
  says('On the page about us, we began in 2012, not in 2011.')
  const { data } = await call('list_pages')
  const about = z
    .array(z.object({ slug: z.string(), title: z.string() }))
    .parse(data)
    .find(({ title }) => title === 'About us')
  const read = await call('list_pages', { slug: about?.slug })
  const [page] = z
    .array(z.object({ slug: z.string(), body: z.string() }))
    .length(1)
    .parse(read['data'])
  await call('save_page', { slug: page?.slug, body: page?.body.replace('2011', '2012') })
  expect(await pageAt(shop, 'about')).toEqual({ ...before, body: before.body.replace('2011', '2012') })
})

reads('Which colours the site has', async (shop) => {
  const { says, call } = shop
  says('Which colours does the site have?')
  const { draft } = await siteOf(shop)
  expect(await call('get_storefront')).toMatchObject({ theme: { colors: draft.theme.colors } })
})

reads('Who waits longest for an answer, and what they wrote', async (shop) => {
  const { says, call, sql, store, row } = shop
  says('Who has waited longest for an answer, and what did they write last?')
  const { data } = await call('list_conversations', { status: 'open', limit: 50 })
  const waiting = z
    .array(z.object({ id: z.string(), waiting_since: z.string().nullable() }))
    .parse(data)
    .filter(({ waiting_since }) => waiting_since !== null)
    .toSorted((a, b) => String(a.waiting_since).localeCompare(String(b.waiting_since)))
  const conversation = await call('get_conversation', { conversation_id: waiting[0]?.id })
  const { messages } = z.object({ messages: z.array(z.object({ body: z.string().nullable() })) }).parse(conversation)
  const last = await row(
    { body: z.string().nullable() },
    sql`select m.body from conversations c join messages m on m.store_id = c.store_id and m.conversation_id = c.id
      where c.store_id = ${store.id} and c.status = 'open' and c.waiting_since is not null
      order by c.waiting_since, m.sent_at desc, m.id desc limit 1`,
  )
  expect(messages[0]?.body).toBe(last.body)
})
