import { eventCatalogue, type EventType } from '../../../areas/events/event-catalogue.ts'
import { type DeliveryError, deliveryErrors } from '../../../areas/webhooks/delivery.ts'
import type { Language } from '../words/language.ts'
import { deliveryErrors as arabicErrors, events, kinds } from '../words/ar/events.ts'

export type EventKind = keyof typeof kinds

/** What happened, in a few words. */
export const eventText = (type: EventType, language: Language): string =>
  language === 'ar' ? events[type] : eventCatalogue[type].about.replace(/\.$/, '')

/** All events of a kind, such as every order event. */
export const kindText = (kind: EventKind, language: Language): string =>
  language === 'ar' ? kinds[kind] : `Every ${kind.replaceAll('_', ' ')} event`

/** Why an attempt failed, and what to do about it. */
export const deliveryErrorText = (error: DeliveryError, language: Language): string =>
  language === 'ar' ? arabicErrors[error] : `${deliveryErrors[error]}.`
