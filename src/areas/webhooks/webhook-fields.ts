import * as z from 'zod'
import { isPerson, type Caller } from '../../platform/operation/context.ts'
import { refused } from '../../platform/errors/errors.ts'
import { eventAreas, eventCatalogue } from '../events/event-catalogue.ts'
import { typesMatching } from '../events/event-filter.ts'
import { externalUrl } from '../../platform/outside/external-url.ts'
import { refusal, type Refusals, type TranslatedRefusals } from '../../platform/operation/refusals.ts'
import { disabledReasons } from '../../platform/db/schema/webhooks.ts'
import { Text } from '../../platform/values/text.ts'
import { limits } from '../../platform/values/limits.ts'

/** A replay queues at most so many events, and none while more are pending. Counting what is pending stops here. */
export const maxPending = limits.replay.events

export const Url = z.string().min(1).max(1024).describe('https URL with a path, on a public host')
export const Description = Text(500).nullable().describe('For your own use')

/**
 * The URL as it is called, which may differ from how it was written: backslashes, line breaks and the like mislead its reader.
 * Rejects one that is not a public https address.
 */
export function safeUrl(url: string, publicUrl: string): string {
  const written = externalUrl(url, publicUrl)
  // Encoding may have made it too long.
  const address = 'url' in written ? externalUrl(written.url.href, publicUrl) : written
  if ('url' in address) return address.url.href
  const detail = `url must be an https URL with a path, on a public host (${address.refused}).`
  throw refused('unsafe_address', [{ pointer: '/url', code: 'unsafe_address', detail }])
}

/** The scopes that an API key needs to see the events of these patterns. */
export const scopesOf = (patterns: readonly string[]): readonly string[] => [
  ...new Set(typesMatching(patterns).map((type) => eventAreas[eventCatalogue[type].area])),
]

/**
 * What app.expect_events checks for an API key: each pattern with a scope that it needs. `*` would come to include events that
 * the key may not see, so a key must name types. Null: the caller is a person, who may see all.
 */
export function eventsToCheck({ credential }: Caller, patterns: readonly string[]): string | null {
  if (isPerson(credential)) return null
  const all = patterns.indexOf('*')
  if (all >= 0)
    throw refused('insufficient_scope', [
      {
        pointer: `/events/${all}`,
        code: 'insufficient_scope',
        detail: 'An API key cannot subscribe to all events. Name the types instead, such as order.*.',
      },
    ])
  return JSON.stringify(
    patterns.flatMap((event, at) => scopesOf([event]).map((scope) => ({ pointer: `/events/${at}`, event, scope }))),
  )
}

export const eventRefusals = {
  event_not_readable: refusal('insufficient_scope', { event: z.string(), scope: z.string() }, ({ event, scope }) =>
    scope === 'members:manage'
      ? `No API key can subscribe to ${event}. An owner or admin can, with their session.`
      : `To subscribe to ${event}, the API key needs the scope ${scope}.`,
  ),
} as const satisfies Refusals

export const limitRefusals = {
  too_many_webhooks: refusal(
    'too_many_webhooks',
    { limit: z.int() },
    {
      en: ({ limit }) => `A store can have at most ${limit} webhooks. Delete one first.`,
      ar: ({ limit }) => `لا يزيد عدد الويب هوك في المتجر على ${limit}. احذف واحدًا أولًا.`,
    },
  ),
  limit_reached: refusal(
    'limit_reached',
    { max_new_webhooks: z.int() },
    {
      en: ({ max_new_webhooks }) =>
        `A store can add at most ${max_new_webhooks} webhooks in 24 hours, deleted ones included. Change one of those that it has.`,
      ar: ({ max_new_webhooks }) =>
        `لا يمكن إضافة أكثر من ${max_new_webhooks} ويب هوك في 24 ساعة، بما فيها المحذوفة. عدّل واحدًا موجودًا.`,
    },
  ),
} as const satisfies TranslatedRefusals

export const pendingRefusals = {
  deliveries_pending: refusal(
    'deliveries_pending',
    { limit: z.int() },
    ({ limit }) =>
      `More than ${limit} deliveries of this webhook are pending. Replay once health.pending is below ${limit}.`,
  ),
} as const satisfies Refusals

export const disabledRefusals = {
  webhook_disabled: refusal(
    'webhook_disabled',
    { disabled_reason: z.enum(disabledReasons) },
    {
      en: 'The webhook is disabled. Enable it first: PATCH with {"enabled": true}.',
      ar: 'هذا الويب هوك متوقف. شغّله أولًا.',
    },
  ),
} as const satisfies TranslatedRefusals
