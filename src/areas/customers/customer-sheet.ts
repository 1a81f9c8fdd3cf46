import type * as z from 'zod'
import { code, flag, json, list, number, text } from '../../platform/transfer/cell-types.ts'
import { column, exportOnly, type Sheet } from '../../platform/transfer/sheet.ts'
import type { Customer } from './customer.ts'
import { customerColumnsElsewhere } from './customer-columns-elsewhere.ts'

const addresses = {
  ...json,
  empty: [],
  requirement: 'must be a JSON array of strings, or of objects with the parts of an address.',
}

export const customerSheet: Sheet<z.output<typeof Customer>> = {
  columns: [
    column('external_id', code, (customer) => customer.external_id),
    column('id', code, (customer) => customer.id),
    exportOnly('store_id', text, (customer) => customer.store_id),
    column('name', text, (customer) => customer.name),
    column('phone', code, (customer) => customer.phone),
    column('email', text, (customer) => customer.email),
    column('address', text, (customer) => customer.address),
    column('addresses', addresses, (customer) => customer.addresses),
    column('other_phones', list, (customer) => customer.other_phones),
    column('other_emails', list, (customer) => customer.other_emails),
    column('notes', text, (customer) => customer.notes),
    column('tags', list, (customer) => customer.tags),
    column('blocked', flag, (customer) => customer.blocked),
    column('blocked_reason', text, (customer) => customer.blocked_reason),
    exportOnly('orders_count', number, (customer) => customer.orders_count),
    exportOnly('total_spent', number, (customer) => customer.total_spent),
    exportOnly('last_order_at', text, (customer) => customer.last_order_at),
    exportOnly('created_at', text, (customer) => customer.created_at),
    exportOnly('updated_at', text, (customer) => customer.updated_at),
    exportOnly('total_paid', number, (customer) => customer.total_paid),
  ],
  ignoredFields: [
    'store_id',
    'orders_count',
    'total_spent',
    'total_paid',
    'last_order_at',
    'anonymized_at',
    'anonymization',
    'version',
    'created_at',
    'updated_at',
  ],
  identity: [],
  elsewhere: customerColumnsElsewhere,
}
