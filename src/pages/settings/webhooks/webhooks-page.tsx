import { type InStore, storePage } from '../store/store-page.tsx'
import type { MyStore } from '../store/store-choice.tsx'
import { pathTo } from '../ui/store-nav.tsx'
import { Name } from '../ui/name.tsx'
import { Good } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import { useWords } from '../words/words.ts'
import { EventsText } from './event-picker.tsx'
import { HealthText, StateTag } from './webhook-health.tsx'
import type { ShownWebhook } from './webhook-state.ts'
import { AddLink, RowLink } from '../ui/buttons.tsx'
import { Card, Rows, RowName } from '../ui/card.tsx'

type Props = InStore & {
  webhooks: readonly ShownWebhook[]
  now: Date
  isDeleted: boolean
}

/** Settings, Webhooks: the webhooks of one store, newest first. */
export const webhooksPage = ({ account, stores, store, webhooks, now, isDeleted }: Props): Page =>
  storePage({
    account,
    stores,
    store,
    section: 'webhooks',
    texts: (words) => words.webhooks,
    body() {
      const words = useWords().webhooks
      return (
        <>
          <Good text={isDeleted ? words.deleted : undefined} />
          <Card id="webhooks" title={words.all} help={<a href="/docs/webhooks">{words.docs}</a>}>
            <Rows
              rows={webhooks.map((webhook) => (
                <WebhookRow webhook={webhook} store={store} now={now} />
              ))}
              none={words.none}
              noneHelp={words.noneHelp}
            />
            <AddLink href={pathTo('webhooks/new', { store: store.slug })} text={words.add} />
          </Card>
        </>
      )
    },
  })

const WebhookRow = ({ webhook, store, now }: { webhook: ShownWebhook; store: MyStore; now: Date }) => (
  <li class="row">
    <div class="stack">
      <RowName text={webhookNameOf(webhook)}>
        <StateTag webhook={webhook} />
      </RowName>
      {webhook.description !== null && (
        <p class="fine wrap">
          <Name text={webhook.url} maxLength={200} />
        </p>
      )}
      <p class="fine">
        <EventsText patterns={webhook.events} />
      </p>
      <HealthText webhook={webhook} now={now} />
    </div>
    <RowLink
      href={pathTo(`webhooks/${webhook.id}`, { store: store.slug })}
      text={useWords().webhooks.open}
      name={webhookNameOf(webhook)}
    />
  </li>
)

export const webhookNameOf = ({ description, url }: ShownWebhook): string => description ?? url
