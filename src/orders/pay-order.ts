import { Amount } from '../money.ts'
import { Line, maybe } from '../text.ts'
import { ofOrder, orderOperation } from './act-on-order.ts'

export const payOrder = orderOperation(
  'pay_order',
  'payments',
  ofOrder({
    amount: maybe(Amount.gt(0)).describe('Default: what is still to be paid'),
    method: maybe(Line(100)).describe('Such as cash, card or bank_transfer'),
    reference: maybe(Line(200)).describe("The payment's number at the bank, courier or gateway"),
  }),
)
