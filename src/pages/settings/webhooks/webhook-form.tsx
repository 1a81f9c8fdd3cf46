import { Field, FormToken } from '../ui/field.tsx'
import type { MyStore } from '../store/store-choice.tsx'
import { useWords } from '../words/words.ts'
import { EventPicker } from './event-picker.tsx'
import type { WebhookDraft } from './webhook-draft.ts'

type Props = {
  store: MyStore
  formToken: string
  action: string
  /** Null for a new webhook. */
  version: number | null
  draft: WebhookDraft
}

export function WebhookForm({ store, formToken, action, version, draft }: Props) {
  const { webhooks: words, ui } = useWords()
  const { errors } = draft
  return (
    <form class="form" method="post" action={action}>
      <FormToken value={formToken} />
      {/* The idempotency key: a form sent twice creates one webhook. */}
      <input type="hidden" name="form_id" value={crypto.randomUUID()} />
      <input type="hidden" name="store" value={store.slug} />
      <input type="hidden" name="store_id" value={store.id} />
      {version !== null && <input type="hidden" name="version" value={String(version)} />}
      <Field id="url" {...words.fields.url} value={draft.url} maxlength={1024} error={errors.get('url')} />
      <EventPicker chosen={draft.events} error={errors.get('events')} />
      <Field
        id="description"
        {...words.fields.description}
        value={draft.description}
        maxlength={500}
        error={errors.get('description')}
        required={false}
      />
      <div class="actions">
        <button class="primary">{version === null ? words.addWebhook : ui.save}</button>
      </div>
    </form>
  )
}
