import { Badge, Group, Text } from '@mantine/core'
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck'
import IconCircleDashed from '@tabler/icons-react/icons/IconCircleDashed'
import IconCircleX from '@tabler/icons-react/icons/IconCircleX'
import IconClock from '@tabler/icons-react/icons/IconClock'
import IconPackage from '@tabler/icons-react/icons/IconPackage'
import IconPlayerPause from '@tabler/icons-react/icons/IconPlayerPause'
import IconReceiptRefund from '@tabler/icons-react/icons/IconReceiptRefund'
import IconTruck from '@tabler/icons-react/icons/IconTruck'
import { nameOf, useWords } from '../words/words.tsx'

type Look = { readonly color: string; readonly Icon: typeof IconClock }

/** How each status looks, everywhere. */
const looks: Readonly<Partial<Record<string, Look>>> = {
  pending: { color: 'yellow', Icon: IconClock },
  on_hold: { color: 'orange', Icon: IconPlayerPause },
  confirmed: { color: 'blue', Icon: IconCircleCheck },
  unfulfilled: { color: 'blue', Icon: IconCircleCheck },
  preparing: { color: 'accent', Icon: IconPackage },
  partially_shipped: { color: 'accent', Icon: IconTruck },
  shipped: { color: 'accent', Icon: IconTruck },
  delivered: { color: 'green', Icon: IconCircleCheck },
  completed: { color: 'green', Icon: IconCircleCheck },
  cancelled: { color: 'gray', Icon: IconCircleX },
  partially_returned: { color: 'gray', Icon: IconReceiptRefund },
  returned: { color: 'gray', Icon: IconReceiptRefund },
  unpaid: { color: 'orange', Icon: IconCircleDashed },
  partially_paid: { color: 'orange', Icon: IconCircleDashed },
  paid: { color: 'green', Icon: IconCircleCheck },
  partially_refunded: { color: 'gray', Icon: IconReceiptRefund },
  refunded: { color: 'gray', Icon: IconReceiptRefund },
}

const unknown: Look = { color: 'gray', Icon: IconCircleDashed }

/** Word, icon and colour of a status. */
function Status({ name, text }: { readonly name: string; readonly text: string }) {
  const { color, Icon } = looks[name] ?? unknown
  return (
    <Badge color={color} leftSection={<Icon size={12} aria-hidden />}>
      {text}
    </Badge>
  )
}

type Staged = {
  readonly status: string
  readonly fulfillment_status: string
  readonly hold_reason: string | null
}

/** Where an order stands: the one pill of a row. */
export function Stage({ status, fulfillment_status, hold_reason }: Staged) {
  const words = useWords()
  if (hold_reason !== null) return <Status name="on_hold" text={words.on_hold} />
  if (status !== 'confirmed' || fulfillment_status === 'unfulfilled')
    return <Status name={status} text={nameOf(words.order_status, status)} />
  return <Status name={fulfillment_status} text={nameOf(words.fulfillment_status, fulfillment_status)} />
}

/** Quiet where nothing is owed. */
export function Payment({ status }: { readonly status: string }) {
  const { Icon } = looks[status] ?? unknown
  const isSettled = status === 'paid' || status === 'refunded'
  return (
    <Group gap={4} wrap="nowrap" {...(isSettled && { c: 'dimmed' })}>
      <Icon size={14} aria-hidden />
      <Text span size="sm" inherit>
        {nameOf(useWords().payment_status, status)}
      </Text>
    </Group>
  )
}
