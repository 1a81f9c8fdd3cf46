import { expect } from 'vitest'
import { z } from 'zod'
import type { SeededShop } from './seeded-shop.ts'
import { writes } from './task.ts'
import { inStore } from '../../../support/shop.ts'

const Profile = z.looseObject({ announcement: z.string().nullable(), tagline: z.string().nullable() })

/** What the public sees, and the draft. */
const siteOf = ({ sql, store, row }: SeededShop) =>
  row(
    {
      public: z.looseObject({ profile: Profile }),
      draft: z.looseObject({ profile: Profile, navigation: z.array(z.looseObject({ label: z.string() })) }),
    },
    sql`select v.content as public, s.draft from storefronts s
      join storefront_versions v on v.store_id = s.store_id and v.number = s.published_version where s.store_id = ${store.id}`,
  )

writes('What changed in the shop is published, and taken back', async (shop) => {
  const { says, call, owner } = shop
  const profile = { tagline: 'Warm things for cold days', announcement: 'Free delivery this weekend' }
  expect(await owner.patch('/api/storefront', { profile }, inStore(shop.store))).toMatchObject({
    status: 200,
  })
  const before = await siteOf(shop)
  says('Publish what changed in the shop. No, take it back.')
  await call('get_storefront', { include: ['changes'] })
  const published = await call('publish_storefront')
  const between = await siteOf(shop)
  expect(between.public.profile).toMatchObject(profile)
  await call('publish_storefront', { restore_version: published['previous_version'] })
  const { public: seen, draft } = await siteOf(shop)
  expect(seen).toEqual(before.public)
  expect(draft.profile).toMatchObject(profile)
})

writes(
  'An announcement at the top of the shop',
  async (shop) => {
    const { says, call } = shop
    const announcement = 'الشحن مجاني هذا الأسبوع'
    says(`حط إعلان في أعلى المتجر «${announcement}» وانشره`)
    await call('update_storefront', { profile: { announcement } })
    await call('publish_storefront')
    expect((await siteOf(shop)).public.profile).toMatchObject({ announcement })
  },
  'globex',
)

writes(
  'A page, and a link to it in the menu',
  async (shop) => {
    const { says, infers, call, sql, store, row } = shop
    const [title, body] = ['سياسة الإرجاع', 'الإرجاع خلال ١٤ يومًا من الاستلام']
    says(`اعمل صفحة «${title}»: ${body}. وضعها في قائمة المتجر`)
    infers('return-policy')
    await call('list_pages')
    const { slug } = await call('save_page', { slug: 'return-policy', title, body })
    await call('add_to_navigation', { label: title, page: slug })
    const page = await row(
      { title: z.string(), body: z.string() },
      sql`select title, body from storefront_pages where store_id = ${store.id} and slug = ${String(slug)} and not deleted`,
    )
    expect(page).toEqual({ title, body })
    expect((await siteOf(shop)).draft.navigation.at(-1)).toMatchObject({ label: title, to: { type: 'page', slug } })
  },
  'globex',
)
