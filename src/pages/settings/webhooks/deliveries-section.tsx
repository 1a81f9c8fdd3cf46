import { pathTo } from '../ui/store-nav.tsx'
import { useWords } from '../words/words.ts'
import { DeliveryList, type DeliveryListProps } from './delivery-rows.tsx'
import { Card } from '../ui/card.tsx'

/** The last deliveries to a webhook, and the way to all of them. */
export function DeliveriesSection(props: DeliveryListProps) {
  const words = useWords().deliveries
  return (
    <Card id="deliveries" title={words.last} help={words.kept}>
      {props.deliveries.length > 0 ? (
        <>
          <DeliveryList {...props} />
          <p>
            <a class="linkish" href={pathTo(`webhooks/${props.webhook.id}/deliveries`, { store: props.store.slug })}>
              {words.all}
            </a>
          </p>
        </>
      ) : (
        <div class="empty">
          <strong>{words.nothingSent}</strong>
          <p>{words.nothingSentHelp}</p>
        </div>
      )}
    </Card>
  )
}
