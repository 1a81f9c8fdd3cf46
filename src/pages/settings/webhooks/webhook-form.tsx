import { Field, StoreFields } from '../ui/field.tsx'
import type { MyStore } from '../store/store-choice.tsx'
import { useWords } from '../words/words.ts'
import { EventPicker } from './event-picker.tsx'
import type { WebhookDraft } from './webhook-draft.ts'
import { Submit } from '../ui/buttons.tsx'

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
      <StoreFields formToken={formToken} store={store} once version={version} />
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
      <Submit text={version === null ? words.addWebhook : ui.save} />
    </form>
  )
}
