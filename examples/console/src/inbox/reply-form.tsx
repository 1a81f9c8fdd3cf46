import { useState } from 'preact/hooks'
import { text } from '../language/language.ts'
import { sendMessage } from '../service/inbox.ts'
import type { Conversation, Message } from '../service/types.ts'
import { Field } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'

type Props = { readonly conversation: Conversation; readonly onSent: (message: Message) => void }

export function ReplyForm({ conversation, onSent }: Props) {
  const ends = conversation.reply_window_ends_at
  const canReply = ends === null || new Date(ends).getTime() > Date.now()
  const [kind, setKind] = useState<'reply' | 'note'>(canReply ? 'reply' : 'note')
  const [body, setBody] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const message = await sendMessage(conversation.id, { kind, body })
      setBody('')
      onSent(message)
    } catch (problem) {
      setError(problem)
    }
    setBusy(false)
  }

  return (
    <form class="card reply" onSubmit={submit}>
      {!canReply && <p class="quiet">{text('only_notes')}</p>}
      <fieldset class="kinds">
        <legend class="visually-hidden">{text('reply')}</legend>
        {(['reply', 'note'] as const).map((each) => (
          <label key={each} class="check">
            <input
              type="radio"
              name="kind"
              checked={kind === each}
              disabled={each === 'reply' && !canReply}
              onChange={() => setKind(each)}
            />{' '}
            {text(each)}
          </label>
        ))}
      </fieldset>
      <Field label={text('write_reply')}>
        {(id) => (
          <textarea
            id={id}
            dir="auto"
            rows={3}
            required
            maxLength={20_000}
            value={body}
            onInput={(event) => setBody(event.currentTarget.value)}
          />
        )}
      </Field>
      {error !== undefined && <Problem error={error} />}
      <button class="main" disabled={isBusy}>
        {text('send')}
      </button>
    </form>
  )
}
