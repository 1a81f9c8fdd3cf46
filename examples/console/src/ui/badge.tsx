import { textOf } from '../language/language.ts'

const tones: Readonly<Record<string, string>> = {
  pending: 'wait',
  unpaid: 'wait',
  unfulfilled: 'wait',
  partially_paid: 'wait',
  draft: 'wait',
  confirmed: 'go',
  preparing: 'go',
  partially_shipped: 'go',
  shipped: 'go',
  open: 'go',
  completed: 'good',
  delivered: 'good',
  paid: 'good',
  active: 'good',
  cancelled: 'bad',
}

type Kind = 'status' | 'payment' | 'fulfillment' | 'product' | 'conversation'

export const Badge = ({ kind, value }: { readonly kind: Kind; readonly value: string }) => (
  <span class={`badge ${tones[value] ?? 'plain'}`}>{textOf(kind, value)}</span>
)
