import { useState } from 'preact/hooks'
import { dateTime, text } from '../language/language.ts'
import { useLoad } from '../load.ts'
import { loadConversation } from '../service/inbox.ts'
import type { Conversation, Message } from '../service/types.ts'
import { Badge } from '../ui/badge.tsx'
import { Loading } from '../ui/loading.tsx'
import { nameOf } from './name.ts'
import { ReplyForm } from './reply-form.tsx'

/** A conversation, oldest message first. Opening it marks it as read. */
export function Thread({ id }: { readonly id: string }) {
  const [limit, setLimit] = useState(20)
  const loaded = useLoad((signal) => loadConversation(id, limit, signal), [id, limit])
  return (
    <Loading of={loaded}>
      {(conversation) => (
        <>
          <div class="title">
            <h1>
              <bdi>{nameOf(conversation)}</bdi>
            </h1>
            <span class="badges">
              <Badge kind="conversation" value={conversation.status} />
            </span>
          </div>
          {conversation.assignee !== null && (
            <p class="quiet">{text('assigned_to', { name: conversation.assignee.name ?? '–' })}</p>
          )}
          {conversation.meta.has_more && (
            <button type="button" onClick={() => setLimit(100)}>
              {text('older')}
            </button>
          )}
          <ol class="messages">
            {conversation.messages.toReversed().map((message) => (
              <Bubble key={message.id} message={message} conversation={conversation} />
            ))}
          </ol>
          <ReplyForm
            conversation={conversation}
            onSent={(message) => loaded.replace({ ...conversation, messages: [message, ...conversation.messages] })}
          />
        </>
      )}
    </Loading>
  )
}

type BubbleProps = { readonly message: Message; readonly conversation: Conversation }

const Bubble = ({ message, conversation }: BubbleProps) => (
  <li class={`bubble ${message.kind}`}>
    <small>
      {message.kind === 'note' && <strong>{text('note')} · </strong>}
      <bdi>
        {message.kind === 'message' ? (message.sender_name ?? nameOf(conversation)) : (message.author?.name ?? '–')}
      </bdi>
    </small>
    <p dir="auto">{message.body}</p>
    <small>
      <time datetime={message.sent_at}>{dateTime(message.sent_at)}</time>
      {message.delivery_status !== null && ` · ${text(`delivery.${message.delivery_status}`)}`}
    </small>
    {message.delivery_status === 'unconfirmed' && <small class="failure">{text('unconfirmed_why')}</small>}
    {message.failure !== null && (
      <small class="failure" lang="en" dir="auto">
        {message.failure.detail}
      </small>
    )}
  </li>
)
