import { Name } from '../ui/name.tsx'
import { Ago } from '../ui/time.tsx'
import { useFormats, useWords } from '../words/words.ts'
import { looks, stateOf, type ShownWebhook } from './webhook-state.ts'

export function StateTag({ webhook }: { webhook: ShownWebhook }) {
  const state = stateOf(webhook)
  return <span class={`tag${looks[state]}`}>{useWords().webhooks.state[state].tag}</span>
}

/** How a webhook is doing: whether it works, since when not, and what is waiting. */
export const HealthText = ({ webhook, now }: { webhook: ShownWebhook; now: Date }) => (
  <>
    <p>{useWords().webhooks.state[stateOf(webhook)].text}</p>
    <p class="fine">
      <Times webhook={webhook} now={now} />
    </p>
    <ManagedBy webhook={webhook} />
  </>
)

function ManagedBy({ webhook: { managed_by } }: { webhook: ShownWebhook }) {
  const words = useWords().webhooks
  if (managed_by?.name == null) return null
  const name = <Name text={managed_by.name} />
  return <p class="fine">{managed_by.kind === 'key' ? words.managedByKey(name) : words.managedBy(name)}</p>
}

function Times({ webhook: { enabled, disabled_at, health }, now }: { webhook: ShownWebhook; now: Date }) {
  const words = useWords().webhooks
  const { number } = useFormats()
  const { failing_since, last_success_at, pending } = health
  return (
    <>
      {last_success_at === null ? words.noSuccess : words.lastSuccess(<Ago at={last_success_at} now={now} />)}
      {enabled && failing_since !== null && <> · {words.failingSince(<Ago at={failing_since} now={now} />)}</>}
      {disabled_at !== null && <> · {words.switchedOff(<Ago at={disabled_at} now={now} />)}</>}
      {pending > 0 && ` · ${words.waiting(pending, number(pending))}`}
    </>
  )
}
