import type * as z from 'zod'
import type { listDeliveries } from '../../../areas/webhooks/list-deliveries.ts'
import type { MyStore } from '../store/store-choice.tsx'
import { InnerHead } from '../store/page-head.tsx'
import { OlderLink, pathTo } from '../ui/store-nav.tsx'
import type { Account } from '../page/layout.tsx'
import { Name } from '../ui/name.tsx'
import { Good } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import { useWords } from '../words/words.ts'
import { DeliveryList, type Shown } from './delivery-rows.tsx'
import { webhookNameOf } from './webhooks-page.tsx'
import type { ShownWebhook } from './webhook-state.ts'

export const shownOf = (text: string | null | undefined): Shown =>
  text === 'failed' || text === 'pending' ? text : 'all'

/** The query of the page with this filter. */
export const shownQuery = (shown: Shown): Readonly<Record<string, string>> => (shown === 'all' ? {} : { shown })

type Props = {
  account: Account
  store: MyStore
  webhook: ShownWebhook
  deliveries: z.output<typeof listDeliveries.output>
  shown: Shown
  now: Date
  isRedelivered: boolean
}

/** Everything that was sent to a webhook, newest first, with every attempt. */
export function deliveriesPage({ account, store, webhook, deliveries, shown, now, isRedelivered }: Props): Page {
  const section = `webhooks/${webhook.id}/deliveries` as const
  return {
    title: (words) => words.deliveries.title,
    account,
    place: { section: 'webhooks', slug: store.slug },
    body() {
      const words = useWords().deliveries
      return (
        <>
          <InnerHead
            to={`webhooks/${webhook.id}`}
            slug={store.slug}
            back={<Name text={webhookNameOf(webhook)} maxLength={100} />}
            title={words.title}
            lead={words.lead}
          />
          <Good text={isRedelivered ? words.redelivered : undefined} />
          <section class="card" aria-labelledby="deliveries">
            <h2 id="deliveries">{words.titles[shown]}</h2>
            <nav class="actions" aria-label={words.which}>
              {(['all', 'failed', 'pending'] as const).map((each) => (
                <a
                  class={`button quiet${each === shown ? ' done' : ''}`}
                  href={pathTo(section, { store: store.slug, ...shownQuery(each) })}
                  {...(each === shown && { 'aria-current': 'true' })}
                >
                  {words.filters[each]}
                </a>
              ))}
            </nav>
            {deliveries.data.length > 0 ? (
              <DeliveryList
                webhook={webhook}
                deliveries={deliveries.data}
                formToken={account.formToken}
                store={store}
                now={now}
                shown={shown}
              />
            ) : (
              <div class="empty">
                <strong>{words.none[shown]}</strong>
              </div>
            )}
            <OlderLink
              meta={deliveries.meta}
              section={section}
              list="deliveries"
              store={store.slug}
              filter={shownQuery(shown)}
            />
          </section>
        </>
      )
    },
  }
}
