import * as z from 'zod'
import { Amount } from '../../platform/values/money.ts'
import { Line, maybe } from '../../platform/values/text.ts'
import { orderInput, orderOperation } from './act-on-order.ts'

export const payOrder = orderOperation(
  'pay_order',
  'payments',
  orderInput({
    amount: maybe(Amount.gt(0)).describe('Default: the unpaid amount'),
    method: maybe(Line(100)).describe('Such as cash, card or bank_transfer'),
    overpayment: z
      .boolean()
      .default(false)
      .describe('True records more than is due, from a signed-in person only')
      .meta({ tool: false }),
    reference: maybe(Line(200)).describe('Payment reference from the bank, courier or gateway'),
  }),
)
