import type { Account } from '../page/layout.tsx'
import { PageHead } from '../store/page-head.tsx'
import type { MyStore } from '../store/store-choice.tsx'
import { pathTo } from '../ui/store-nav.tsx'
import { Name } from '../ui/name.tsx'
import { Good } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import { HiddenName } from '../ui/confirm.tsx'
import { useWords } from '../words/words.ts'
import { EventsText } from './event-picker.tsx'
import { HealthText, StateTag } from './webhook-health.tsx'
import type { ShownWebhook } from './webhook-state.ts'

type Props = {
  account: Account
  stores: readonly MyStore[]
  store: MyStore
  webhooks: readonly ShownWebhook[]
  now: Date
  isDeleted: boolean
}

/** Settings, Webhooks: the webhooks of one store, newest first. */
export const webhooksPage = ({ account, stores, store, webhooks, now, isDeleted }: Props): Page => ({
  title: (words) => words.webhooks.title,
  account,
  place: { section: 'webhooks', slug: store.slug },
  body() {
    const words = useWords().webhooks
    const lead = words.lead(<Name text={store.name} />)
    return (
      <>
        <PageHead title={words.title} lead={lead} stores={stores} store={store} section="webhooks" />
        <Good text={isDeleted ? words.deleted : undefined} />
        <section class="card" aria-labelledby="webhooks">
          <header>
            <h2 id="webhooks">{words.all}</h2>
            <p class="fine">
              <a href="/docs/webhooks">{words.docs}</a>
            </p>
          </header>
          {webhooks.length > 0 ? (
            <ul class="rows">
              {webhooks.map((webhook) => (
                <WebhookRow webhook={webhook} store={store} now={now} />
              ))}
            </ul>
          ) : (
            <div class="empty">
              <strong>{words.none}</strong>
              <p>{words.noneHelp}</p>
            </div>
          )}
          <div class="actions">
            <a class="button primary" href={pathTo('webhooks/new', { store: store.slug })}>
              {words.add}
            </a>
          </div>
        </section>
      </>
    )
  },
})

const WebhookRow = ({ webhook, store, now }: { webhook: ShownWebhook; store: MyStore; now: Date }) => (
  <li class="row">
    <div class="stack">
      <div class="named">
        <h3>
          <Name text={webhookNameOf(webhook)} />
        </h3>
        <StateTag webhook={webhook} />
      </div>
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
    <a class="button" href={pathTo(`webhooks/${webhook.id}`, { store: store.slug })}>
      {useWords().webhooks.open}
      <HiddenName name={webhookNameOf(webhook)} />
    </a>
  </li>
)

export const webhookNameOf = ({ description, url }: ShownWebhook): string => description ?? url
