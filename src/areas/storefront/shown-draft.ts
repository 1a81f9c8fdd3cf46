import * as z from 'zod'

const text = z.string().nullable()

const Target = z.object({
  type: z.string(),
  slug: z.string().optional(),
  tag: z.string().optional(),
  url: z.string().optional(),
})

/** The draft in responses. Unlike the input schema, it has no rules about valid values. */
export const shownDraft = {
  profile: z.strictObject({
    title: text.describe("Null in the draft means the store's name"),
    tagline: text,
    description: text,
    contact_email: text,
    contact_phone: text,
    announcement: text,
    social: z.record(z.string(), text).describe('Name of the network to URL'),
  }),
  theme: z.strictObject({
    colors: z.record(z.string(), z.string()).describe('Name of the colour to #rrggbb'),
    logo_url: text,
    favicon_url: text,
    fonts: z.strictObject({ heading: z.string(), body: z.string() }),
    corner_radius: z.int().describe('In pixels'),
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
