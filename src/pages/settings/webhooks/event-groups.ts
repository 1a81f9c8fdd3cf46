import { type EventArea, eventCatalogue, type EventType, eventTypes } from '../../../areas/events/event-catalogue.ts'
import { type DeliveryError, deliveryErrors } from '../../../areas/webhooks/webhook-delivery.ts'
import { deliveryErrors as arabicErrors, events, subjectKinds } from '../words/ar/events.ts'
import type { Language } from '../../../platform/values/language.ts'

export type EventKind = keyof typeof subjectKinds

/** What happened, in a few words. */
export const eventText = (type: EventType, language: Language): string =>
  language === 'ar' ? events[type] : eventCatalogue[type].about.replace(/\.$/, '')

/** All events of a kind, such as every order event. */
export const kindText = (kind: EventKind, language: Language): string =>
  language === 'ar' ? subjectKinds[kind] : `Every ${kind.replaceAll('_', ' ')} event`

/** Why an attempt failed, and what to do about it. */
export const deliveryErrorText = (error: DeliveryError, language: Language): string =>
  language === 'ar' ? arabicErrors[error] : `${deliveryErrors[error]}.`

type Choice =
  | { readonly pattern: `${EventKind}.*`; readonly kind: EventKind }
  | { readonly pattern: EventType; readonly type: EventType }

/** The events of an area to choose from: for each kind all of them, then every type. */
export type EventGroup = { readonly area: EventArea; readonly choices: readonly Choice[] }

const areas = [
  'orders',
  'catalog',
  'customers',
  'inbox',
  'storefront',
  'store',
  'access',
] as const satisfies EventArea[]

// Sent only with the button.
const choosable = eventTypes.filter((type) => type !== 'webhook.test')

const isOfKind = (type: EventType, kind: string): kind is EventKind => type.startsWith(`${kind}.`)

function kindOf(type: EventType): EventKind {
  const kind = type.slice(0, type.indexOf('.'))
  if (!isOfKind(type, kind)) throw new Error(`the event type ${type} has no kind`)
  return kind
}

export const eventGroups: readonly EventGroup[] = areas.map((area) => {
  const types = choosable.filter((type) => eventCatalogue[type].area === area)
  return { area, choices: [...new Set(types.map(kindOf))].flatMap((kind) => choicesOf(kind, types)) }
})

function choicesOf(kind: EventKind, types: readonly EventType[]): Choice[] {
  const each = types.filter((type) => kindOf(type) === kind).map((type) => ({ pattern: type, type }))
  return each.length > 1 ? [{ pattern: `${kind}.*`, kind }, ...each] : each
}

/** The patterns without those that others include. */
export const withoutIncluded = (patterns: readonly string[]): readonly string[] =>
  patterns.includes('*')
    ? ['*']
    : patterns.filter((pattern) => pattern.endsWith('.*') || !patterns.includes(`${pattern.split('.')[0]}.*`))
