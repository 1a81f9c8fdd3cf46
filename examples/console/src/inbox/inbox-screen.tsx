import { count, dateTime, text } from '../language/language.ts'
import { linkTo } from '../route.ts'
import { type ConversationRow, loadConversations } from '../service/inbox.ts'
import { conversationStatuses } from '../service/types.ts'
import { Badge } from '../ui/badge.tsx'
import { Filter } from '../ui/filter.tsx'
import { List, useList } from '../ui/list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { nameOf } from './name.ts'
import { Thread } from './thread.tsx'

type Props = { readonly query: URLSearchParams; readonly id: string | undefined }

/** The conversations, or one of them. */
export function InboxScreen({ query, id }: Props) {
  if (id !== undefined)
    return (
      <>
        <p>
          <a href={linkTo('/inbox')}>{text('all_conversations')}</a>
        </p>
        <Thread key={id} id={id} />
      </>
    )
  return <Conversations query={query} />
}

function Conversations({ query }: { readonly query: URLSearchParams }) {
  const filters = { search: query.get('search') ?? '', status: query.get('status') ?? '' }
  const list = useList('/inbox', query, filters, loadConversations)
  const { set } = list
  return (
    <>
      <h1>{text('inbox')}</h1>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <SearchBox value={filters.search} onChange={set('search')} />
        <Filter
          label={text('status')}
          kind="conversation"
          values={conversationStatuses}
          value={filters.status}
          onChange={set('status')}
        />
      </form>
      <List of={list}>
        {(conversations) => (
          <ul class="conversations">
            {conversations.map((conversation) => (
              <Row key={conversation.id} conversation={conversation} />
            ))}
          </ul>
        )}
      </List>
    </>
  )
}

const Row = ({ conversation }: { readonly conversation: ConversationRow }) => (
  <li class={conversation.unread_count > 0 ? 'card unread' : 'card'}>
    <a href={linkTo(`/inbox/${conversation.id}`)}>
      <bdi>{nameOf(conversation)}</bdi>
    </a>
    <p class="preview">
      <bdi>{conversation.last_message_preview}</bdi>
    </p>
    <small>
      <Badge kind="conversation" value={conversation.status} />{' '}
      {conversation.unread_count > 0 && <strong>{text('unread', { number: count(conversation.unread_count) })}</strong>}{' '}
      <time datetime={conversation.last_message_at}>{dateTime(conversation.last_message_at)}</time>
    </small>
  </li>
)
