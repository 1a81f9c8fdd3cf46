import type { Child } from 'hono/jsx'
import { Resumed } from '../page/sign-in-again-page.tsx'
import type { MyStore } from '../store/store-choice.tsx'
import { InnerHead } from '../store/page-head.tsx'
import { Confirm } from '../ui/confirm.tsx'
import type { Account } from '../page/layout.tsx'
import { StoreFields } from '../ui/field.tsx'
import { Name } from '../ui/name.tsx'
import { Good, Wrong } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import type { FormError } from '../page/save.ts'
import { useWords } from '../words/words.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import type { DeliveryListProps } from './delivery-rows.tsx'
import type { WebhookDraft } from './webhook-draft.ts'
import { WebhookForm } from './webhook-form.tsx'
import { HealthText, StateTag } from './webhook-health.tsx'
import { webhookNameOf } from './webhooks-page.tsx'
import type { ShownWebhook } from './webhook-state.ts'
import { Card } from '../ui/card.tsx'

const dones = ['saved', 'tested', 'redelivered', 'enabled', 'replayed', 'disabled'] as const

export type WebhookDone = (typeof dones)[number]

export const webhookDoneOf = (text: string | undefined): WebhookDone | undefined => dones.find((done) => done === text)

export type Form = {
  readonly draft: WebhookDraft
  readonly formError?: FormError | undefined
  readonly resumed: boolean
}

type Props = {
  account: Account
  store: MyStore
  webhook: ShownWebhook
  deliveries: DeliveryListProps['deliveries']
  form: Form
  now: Date
  done: WebhookDone | undefined
}

/** The form of a new webhook. */
export const newWebhookPage = ({ account, store, form }: Pick<Props, 'account' | 'store' | 'form'>): Page => ({
  title: (words) => words.webhooks.new,
  account,
  place: { section: 'webhooks', slug: store.slug },
  status: form.formError?.status,
  body() {
    const words = useWords().webhooks
    return (
      <>
        <InnerHead to="webhooks" slug={store.slug} back={words.all} title={words.new} lead={words.newLead} />
        <Wrong text={form.formError?.text} />
        {form.resumed && <Resumed at="url" />}
        <section class="card">
          <WebhookForm
            store={store}
            formToken={account.formToken}
            action="/settings/webhooks"
            version={null}
            draft={form.draft}
          />
        </section>
      </>
    )
  },
})

/** One webhook: how it is doing, what was sent to it, and its form. */
export function webhookPage({ account, store, webhook, deliveries, form, now, done }: Props): Page {
  const action = `/settings/webhooks/${webhook.id}`
  const { formToken } = account
  return {
    title: (words) => words.webhooks.one,
    account,
    place: { section: 'webhooks', slug: store.slug },
    status: form.formError?.status,
    body() {
      const words = useWords().webhooks
      return (
        <>
          <InnerHead to="webhooks" slug={store.slug} back={words.all} title={<Name text={webhookNameOf(webhook)} />} />
          <Good text={done && words.done[done]} />
          <Wrong text={form.formError?.text} />
          {form.resumed && <Resumed at="url" />}
          <section class="card" aria-labelledby="health">
            <div class="named">
              <h2 id="health">{words.health}</h2>
              <StateTag webhook={webhook} />
            </div>
            <div class="stack">
              <HealthText webhook={webhook} now={now} />
            </div>
            {webhook.enabled ? (
              <div class="actions">
                <Act action={`${action}/test`} formToken={formToken} store={store}>
                  <button>{words.sendTest}</button>
                </Act>
              </div>
            ) : (
              <SwitchOn webhook={webhook} action={action} formToken={formToken} store={store} />
            )}
          </section>
          <DeliveriesSection webhook={webhook} deliveries={deliveries} formToken={formToken} store={store} now={now} />
          <section class="card" aria-labelledby="edit">
            <h2 id="edit">{words.edit}</h2>
            <WebhookForm
              store={store}
              formToken={formToken}
              action={action}
              version={webhook.version}
              draft={form.draft}
            />
          </section>
          <MoreSection webhook={webhook} action={action} formToken={formToken} store={store} />
        </>
      )
    },
  }
}

type FormProps = { webhook: ShownWebhook; action: string; formToken: string; store: MyStore }

function MoreSection({ webhook, action, formToken, store }: FormProps) {
  const { webhooks: words, ui } = useWords()
  const confirmed = { name: webhookNameOf(webhook), formToken, store: store.slug, storeId: store.id }
  return (
    <Card id="more" title={words.more} help={words.moreHelp}>
      <Confirm {...confirmed} verb={words.rotate} action={`${action}/rotate`} consequence={words.rotateConsequence} />
      {webhook.enabled && (
        <Confirm {...confirmed} verb={words.off} action={`${action}/disable`} consequence={words.offConsequence} />
      )}
      <Confirm {...confirmed} verb={ui.delete} action={`${action}/delete`} consequence={words.deleteConsequence} />
    </Card>
  )
}

type ActProps = Omit<FormProps, 'webhook'> & { children: Child }

/** A form that is only a button. */
const Act = ({ action, formToken, store, children }: ActProps) => (
  <form class="actions" method="post" action={action}>
    <StoreFields formToken={formToken} store={store} />
    {children}
  </form>
)

/** Offers to send what was missed since the first delivery that failed. */
function SwitchOn({ webhook, action, formToken, store }: FormProps) {
  const words = useWords().webhooks
  return (
    <Act action={`${action}/enable`} formToken={formToken} store={store}>
      <button class="primary">{words.switchOn}</button>
      <button name="since" value={webhook.health.missed_since ?? webhook.disabled_at ?? ''}>
        {words.switchOnAndReplay}
      </button>
    </Act>
  )
}
