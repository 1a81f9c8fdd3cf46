import type { Problem } from '../../../platform/errors/errors.ts'
import { errorsByField, type Texts } from '../page/draft.ts'
import type { Language } from '../../../platform/values/language.ts'
import { wordsIn } from '../words/words.ts'
import { withoutIncluded } from './event-groups.ts'
import type { ShownWebhook } from './webhook-state.ts'

export type WebhookField = 'url' | 'events' | 'description'

/** What the form of a webhook contains, and what is wrong with it. */
export type WebhookDraft = {
  readonly url: string
  readonly events: readonly string[]
  readonly description: string
  readonly errors: ReadonlyMap<WebhookField, string>
}

export const savedWebhook = (webhook: ShownWebhook | undefined): WebhookDraft => ({
  url: webhook?.url ?? '',
  events: webhook?.events ?? ['order.*'],
  description: webhook?.description ?? '',
  errors: new Map(),
})

export const draftIn = (form: URLSearchParams): WebhookDraft => ({
  url: form.get('url')?.trim() ?? '',
  events: withoutIncluded(form.getAll('events')),
  description: form.get('description')?.trim() ?? '',
  errors: new Map(),
})

/** The fields as the operations take them. */
export const webhookFieldsOf = ({ url, events, description }: WebhookDraft) => ({
  url,
  events,
  description: description === '' ? null : description,
})

const textsIn = (language: Language): Texts<WebhookField> => ({
  fieldAt(pointer) {
    const field = pointer.split('/')[1]
    return field === 'url' || field === 'events' || field === 'description' ? field : undefined
  },
  byField: wordsIn(language).webhooks.wrong,
  byCode: wordsIn(language).webhooks.wrongBecause,
})

export const errorsOf = (problems: readonly Problem[], language: Language) => errorsByField(problems, textsIn(language))
