import type { Draft } from '../../../src/areas/storefront/draft.ts'
import type * as z from 'zod'
import type { StoreSlug } from '../identity/users.ts'

type StorefrontPlan = {
  readonly draft: z.input<typeof Draft>
  readonly pages: readonly { readonly slug: string; readonly title: string; readonly body: string }[]
}

/** The storefronts of the local stack's stores. */
export const storefrontPlans: Readonly<Record<StoreSlug, StorefrontPlan>> = {
  acme: {
    draft: {
      profile: {
        tagline: 'Good things, made to last',
        description: 'Clothes, coffee and tools for the house and the road, from makers we know by name.',
        contact_email: 'hello@acme.test',
        contact_phone: '+1 (212) 555-0100',
        announcement: 'Free shipping over $75 this week',
        social: { instagram: 'https://instagram.com/acme.test', pinterest: 'https://pinterest.com/acme-test' },
      },
      theme: {
        colors: { primary: '#1f5f3a', accent: '#a8441f', surface: '#f6f4ee' },
        fonts: { heading: 'lora', body: 'inter' },
        corner_radius: 4,
      },
      navigation: [
        { label: 'Home', to: { type: 'home' } },
        {
          label: 'Shop',
          to: { type: 'products' },
          children: [
            { label: 'Coffee corner', to: { type: 'collection', slug: 'coffee-corner' } },
            { label: 'On the trail', to: { type: 'collection', slug: 'on-the-trail' } },
            { label: 'Gifts under $30', to: { type: 'collection', slug: 'gifts-under-30' } },
            { label: 'Featured', to: { type: 'products', tag: 'featured' } },
            { label: 'Gifts', to: { type: 'products', tag: 'gift' } },
            { label: 'Rain Jacket', to: { type: 'product', slug: 'rain-jacket' } },
          ],
        },
        { label: 'About', to: { type: 'page', slug: 'about' } },
        { label: 'Shipping', to: { type: 'page', slug: 'shipping-and-returns' } },
      ],
      seo: { title: 'Acme Goods', description: 'Clothes, coffee and tools, made to last.' },
    },
    pages: [
      {
        slug: 'about',
        title: 'About us',
        body: '# About Acme Goods\n\nWe began in 2011 with **one tote bag** and a borrowed sewing machine.\n\n- Small makers\n- Fair prices\n- Repairs for life\n\n> Buy less, keep it longer.\n\nWrite to us: [hello@acme.test](mailto:hello@acme.test).',
      },
      {
        slug: 'shipping-and-returns',
        title: 'Shipping and returns',
        body: '## Shipping\n\n| Where | Days | Price |\n| --- | :-: | --: |\n| New York | 1–2 | $4.99 |\n| Elsewhere | 3–5 | $7.50 |\n\n## Returns\n\n1. Keep the label on\n2. [Tell us](/contact) within 30 days\n3. We pay the way back',
      },
    ],
  },
  globex: {
    draft: {
      profile: {
        tagline: 'عطور وبخور من قلب الكويت',
        description: 'نختار العود والبخور والتمور بأنفسنا، ونوصلها إلى باب بيتك.',
        contact_email: 'hello@globex.test',
        contact_phone: '+965 2222 0000',
        announcement: 'توصيل مجاني داخل الكويت للطلبات فوق ٢٠ د.ك',
        social: { instagram: 'https://instagram.com/globex.test', whatsapp: 'https://wa.me/96522220000' },
      },
      theme: {
        colors: {
          primary: '#6b3f1d',
          background: '#fffdf9',
          surface: '#f5eee4',
          text: '#2a1c10',
          muted_text: '#6a5a4b',
        },
        fonts: { heading: 'amiri', body: 'tajawal' },
        corner_radius: 12,
      },
      navigation: [
        { label: 'الرئيسية', to: { type: 'home' } },
        {
          label: 'المتجر',
          to: { type: 'products' },
          children: [
            { label: 'عطور وبخور', to: { type: 'collection', slug: 'عطور-وبخور' } },
            { label: 'مختاراتنا', to: { type: 'collection', slug: 'مختاراتنا' } },
            { label: 'هدايا', to: { type: 'products', tag: 'gift' } },
          ],
        },
        { label: 'من نحن', to: { type: 'page', slug: 'من-نحن' } },
        { label: 'راسلنا', to: { type: 'url', url: 'https://wa.me/96522220000' } },
      ],
      seo: { title: 'غلوبكس الكويت', description: 'عطور، بخور، تمور وهدايا.' },
    },
    pages: [
      {
        slug: 'من-نحن',
        title: 'من نحن',
        body: '# من نحن\n\nبدأنا عام **٢٠٠٨** بدكان صغير في سوق المباركية.\n\n- عود وبخور مختار\n- تمور من مزارع الخلاص والسكري\n- تغليف هدايا مجاني\n\nللتواصل: [hello@globex.test](mailto:hello@globex.test)',
      },
      {
        slug: 'delivery',
        title: 'التوصيل والإرجاع',
        body: '## التوصيل\n\n| المنطقة | المدة | السعر |\n| --- | :-: | --: |\n| العاصمة وحولي | يوم واحد | 1.250 د.ك |\n| بقية المحافظات | يومان | 2.000 د.ك |\n\n## الإرجاع\n\nخلال **١٤ يومًا** إن لم يُفتح المنتج.',
      },
    ],
  },
}
