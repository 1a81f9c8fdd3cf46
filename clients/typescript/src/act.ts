import type { All, AnyFields } from './fields.ts'
import type * as types from './generated/types.gen.ts'
import type { Client, OperationRequest, Options, RequestResult } from './operation.ts'

/** The actions by name, each with what its operation takes, returns and refuses. */
type Actions = {
  confirm: [types.ConfirmOrderData, types.ConfirmOrderResponses, types.ConfirmOrderErrors]
  hold: [types.HoldOrderData, types.HoldOrderResponses, types.HoldOrderErrors]
  prepare: [types.PrepareOrderData, types.PrepareOrderResponses, types.PrepareOrderErrors]
  ship: [types.ShipOrderData, types.ShipOrderResponses, types.ShipOrderErrors]
  deliver: [types.DeliverOrderData, types.DeliverOrderResponses, types.DeliverOrderErrors]
  payments: [types.PayOrderData, types.PayOrderResponses, types.PayOrderErrors]
  refunds: [types.RefundOrderData, types.RefundOrderResponses, types.RefundOrderErrors]
  return: [types.ReturnOrderData, types.ReturnOrderResponses, types.ReturnOrderErrors]
  refuse: [types.RefuseOrderData, types.RefuseOrderResponses, types.RefuseOrderErrors]
  cancel: [types.CancelOrderData, types.CancelOrderResponses, types.CancelOrderErrors]
  complete: [types.CompleteOrderData, types.CompleteOrderResponses, types.CompleteOrderErrors]
  notes: [types.NoteOrderData, types.NoteOrderResponses, types.NoteOrderErrors]
}

/** Takes an action by its name, such as one of `order.allowed_actions`. The name determines the type of the body. */
export function act<Action extends types.OrderActionName, const Fields extends AnyFields = All>(
  action: Action,
  options: Options<Actions[Action][0], Fields, Actions[Action][1]> & { readonly client: Client },
): RequestResult<Actions[Action][1], Actions[Action][2], Fields, Actions[Action][0]>
export function act(action: string, { client, ...request }: Omit<OperationRequest, 'url'> & { client: Client }) {
  const security = [{ key: 'session', scheme: 'bearer', type: 'http' }]
  return client.post({ ...request, security, url: `/api/orders/{order_id}/${action}` })
}
