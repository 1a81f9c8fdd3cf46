import * as z from 'zod'
import { Email, Line, Text } from '../text.ts'
import { changeOf, withDefaults } from './change-of.ts'
import { fontNames } from './fonts.ts'
import { HttpsUrl } from './links.ts'
import { Navigation } from './navigation.ts'
import { Seo } from './seo.ts'

const networks = [
  'instagram',
  'facebook',
  'x',
  'tiktok',
  'snapchat',
  'youtube',
  'whatsapp',
  'telegram',
  'linkedin',
  'pinterest',
] as const

const Colour = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'Give a colour as #rrggbb')
  .toLowerCase()

const OneLine = (most: number) => Line(most).nullable()
const Url = HttpsUrl.nullable()

const Social = z.object(Object.fromEntries(networks.map((network) => [network, Url.default(null)])))

const Profile = z.object({
  title: OneLine(200).describe("Null: the store's name").default(null),
  tagline: OneLine(200).default(null),
  description: Text(5000).nullable().default(null),
  contact_email: Email.nullable().default(null),
  contact_phone: OneLine(50).default(null),
  announcement: OneLine(300).describe('A line shown above everything').default(null),
  social: Social.prefault({}),
})

const Theme = z.object({
  colors: z
    .object({
      background: Colour.default('#ffffff'),
      surface: Colour.default('#f4f5f7'),
      text: Colour.default('#1c1f23'),
      muted_text: Colour.default('#59616b'),
      primary: Colour.default('#0b57d0'),
      on_primary: Colour.default('#ffffff'),
      accent: Colour.default('#b3261e'),
    })
    .prefault({}),
  logo_url: Url.default(null),
  favicon_url: Url.default(null),
  fonts: z
    .object({ heading: z.enum(fontNames).default('system'), body: z.enum(fontNames).default('system') })
    .prefault({}),
  corner_radius: z.int().min(0).max(32).describe('Pixels').default(8),
})

/** What a merchant works on. Every field has a default, so that a storefront can be published as it is. */
export const Draft = z.object({
  profile: Profile.prefault({}),
  theme: Theme.prefault({}),
  navigation: Navigation.default([]),
  seo: Seo.prefault({}),
})

export type Draft = z.output<typeof Draft>

export const defaultDraft: Draft = Draft.parse({})

/** The same fields, each of which may be left out, or null to get its default back. A list is given as a whole. */
export const DraftChange = z.strictObject({
  profile: changeOf(Profile),
  theme: changeOf(Theme),
  navigation: changeOf(Navigation).describe('The whole navigation'),
  seo: changeOf(Seo),
})

/** A change with defaults where it says null, to be merged into the draft. */
export const settled = (change: z.output<typeof DraftChange>): unknown => withDefaults(change, defaultDraft)
