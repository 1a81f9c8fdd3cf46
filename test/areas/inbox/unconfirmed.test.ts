import { beforeEach, describe, expect, test } from 'vitest'
import { inboxOf, messagingCall, wamid, whatsAppMessage } from '../../support/inbox.ts'
import { whatsAppCall } from '../../support/meta-calls.ts'
import { otherSide } from '../../support/outside/outside.ts'
import { openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

// Without a payment method, Meta accepts replies beyond the free ones, never delivers them, and reports nothing.

let inbox: ReturnType<typeof inboxOf>
beforeEach(async () => {
  inbox = inboxOf(await openShop())
})

type Sent = Awaited<ReturnType<ReturnType<typeof inboxOf>['reply']>>

async function onWhatsApp() {
  const phone = await inbox.addMeta('whatsapp')
  await phone.send(whatsAppMessage(phone.account))
  const { id } = await inbox.only()
  const report = (sent: Sent, status: string) => {
    const fields = {
      id: wamid(),
      timestamp: '1763712000',
      recipient_id: '96550000001',
      biz_opaque_callback_data: sent.id,
    }
    const errors =
      status === 'failed' ? { errors: [{ code: 131042, title: 'Business eligibility payment issue' }] } : {}
    return phone.send(whatsAppCall(phone.account, { statuses: [{ ...fields, status, ...errors }] }))
  }
  return { conversation: id, meta: otherSide(phone.access_token), report }
}

/** As if so many minutes had passed since the provider accepted the reply. */
const minutesLater = (minutes: number, { id }: Sent) =>
  asOwner`update messages set unconfirmed_since = unconfirmed_since - make_interval(mins => ${minutes}) where id = ${id}`

describe('a reply that WhatsApp accepted', () => {
  test('is sent for ten minutes, then unconfirmed, wherever it is shown', async () => {
    const { conversation } = await onWhatsApp()
    const sent = await inbox.reply(conversation)
    await minutesLater(9, sent)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent', failure: null })
    await minutesLater(1, sent)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'unconfirmed', failure: null })
    expect((await inbox.get(conversation)).messages[0]).toMatchObject({ delivery_status: 'unconfirmed' })
  })

  test.for(['sent', 'delivered', 'read', 'failed'])('is %s once Meta reports it, however late', async (status) => {
    const { conversation, report } = await onWhatsApp()
    const sent = await inbox.reply(conversation)
    await minutesLater(60, sent)
    await report(sent, status)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: status })
    await minutesLater(60, sent)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: status })
  })

  test('stays sent if Meta reported it before responding', async () => {
    const { conversation, meta, report } = await onWhatsApp()
    await meta.answer({ held: true })
    const replying = inbox.reply(conversation)
    await expect.poll(async () => (await meta.calls()).length, { interval: 20 }).toBe(1)
    const [waiting] = (await inbox.get(conversation)).messages
    if (!waiting) throw new Error('there is no reply')
    await report(waiting, 'sent')
    await meta.release()
    const sent = await replying
    await minutesLater(60, sent)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })
  })
})

test('a reply on Messenger stays sent, because Messenger reports nothing until it is read', async () => {
  const page = await inbox.addMeta('messenger')
  await page.send(
    messagingCall(page.account, { message: { mid: `m_${crypto.randomUUID()}`, text: 'Hello' } }).valueOf(),
  )
  const { id } = await inbox.only()
  const sent = await inbox.reply(id)
  await minutesLater(60, sent)
  expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })
})
