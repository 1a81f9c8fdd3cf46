import * as z from 'zod'
import { Identifier } from '../../platform/values/pasted.ts'
import { Email, Line, Text } from '../../platform/values/text.ts'
import { changeOf, withDefaults } from '../../platform/values/change-of.ts'
import { Theme } from './theme.ts'
import { HttpsUrl } from '../../platform/values/links.ts'
import { Navigation } from './navigation.ts'
import { Seo } from '../../platform/values/seo.ts'

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

const NullableLine = (maxLength: number) => Line(maxLength).nullable()
const Url = HttpsUrl.nullable()

const Social = z
  .object(Object.fromEntries(networks.map((network) => [network, Url.default(null)])))
  .meta({ tool: '{ instagram, whatsapp, … }' })

const Profile = z.object({
  title: NullableLine(200).describe("Default: the store's name").default(null),
  tagline: NullableLine(200).default(null),
  description: Text(5000).nullable().default(null),
  contact_email: Email.nullable().default(null),
  contact_phone: Identifier(50).nullable().default(null),
  announcement: NullableLine(300).describe('Shown at the top of every page').default(null),
  social: Social.prefault({}),
})

/** What merchants edit. Every field has a default, so that a storefront can be published unchanged. */
export const Draft = z.object({
  profile: Profile.prefault({}),
  theme: Theme.prefault({}),
  navigation: Navigation.default([]),
  seo: Seo.prefault({}),
})

export type Draft = z.output<typeof Draft>

export const defaultDraft: Draft = Draft.parse({})

/** A change: every field is optional, and null resets it to its default. Lists are replaced as a whole. */
export const DraftChange = z.strictObject({
  profile: changeOf(Profile),
  theme: changeOf(Theme),
  navigation: changeOf(Navigation).describe('Replaces the whole navigation'),
  seo: changeOf(Seo),
})

/** Replaces nulls with defaults, so that the change can be merged into the draft. */
export const toPatch = (change: z.output<typeof DraftChange>): unknown => withDefaults(change, defaultDraft)
