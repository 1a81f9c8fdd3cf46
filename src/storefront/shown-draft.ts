import * as z from 'zod'

const text = z.string().nullable()

const Target = z.object({
  type: z.string(),
  slug: z.string().optional(),
  tag: z.string().optional(),
  url: z.string().optional(),
})

/** The draft as it is answered: what a front end or an assistant reads, without the rules of what may be written. */
export const shownDraft = {
  profile: z.strictObject({
    title: text.describe("Null in the draft: the store's name"),
    tagline: text,
    description: text,
    contact_email: text,
    contact_phone: text,
    announcement: text,
    social: z.record(z.string(), text).describe('Network to address'),
  }),
  theme: z.strictObject({
    colors: z.record(z.string(), z.string()).describe('Name to #rrggbb'),
    logo_url: text,
    favicon_url: text,
    fonts: z.strictObject({ heading: z.string(), body: z.string() }),
    corner_radius: z.int().describe('Pixels'),
  }),
  navigation: z.array(
    z.strictObject({
      label: z.string(),
      to: Target,
      children: z.array(z.strictObject({ label: z.string(), to: Target })),
    }),
  ),
  seo: z.strictObject({ title: text, description: text, image_url: text, noindex: z.boolean() }),
}
