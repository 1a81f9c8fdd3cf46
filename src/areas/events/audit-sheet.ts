import { code, json, text } from '../../platform/transfer/cell-types.ts'
import { exportOnly, type Sheet } from '../../platform/transfer/sheet.ts'
import type { EventEnvelope } from './event.ts'

export const auditSheet: Sheet<EventEnvelope> = {
  columns: [
    exportOnly('created_at', text, (event) => event.created_at),
    exportOnly('type', text, (event) => event.type),
    exportOnly('actor_kind', text, ({ actor }) => actor.kind),
    exportOnly('actor_id', code, ({ actor }) => actor.id),
    exportOnly('actor_name', text, ({ actor }) => actor.name),
    exportOnly('acts_for_id', code, ({ actor }) => actor.acts_for?.id ?? null),
    exportOnly('acts_for_name', text, ({ actor }) => actor.acts_for?.name ?? null),
    exportOnly('subject_type', text, ({ subject }) => subject.type),
    exportOnly('subject_id', code, ({ subject }) => subject.id),
    exportOnly('data', json, (event) => event.data),
    exportOnly('id', code, (event) => event.id),
    exportOnly('store_id', code, (event) => event.store_id),
  ],
  ignoredFields: [],
  identity: [],
}
