import * as z from 'zod'
import { exportFile, importFile } from '../../platform/http/routes/files.ts'
import { routes } from '../../platform/http/routes/routes.ts'
import { isSettled } from '../../platform/operation/settled.ts'
import { addNote } from './add-note.ts'
import { anonymizeCustomer } from './anonymize-customer.ts'
import { createCustomer } from './create-customer.ts'
import { customerSheet } from './customer-sheet.ts'
import { exportCustomers } from './export-customers.ts'
import { getCustomer } from './get-customer.ts'
import { getTimeline } from './get-timeline.ts'
import { importCustomers } from './import-customers.ts'
import { listCustomers } from './list-customers.ts'
import { listDuplicates } from './list-duplicates.ts'
import { listCustomerOrders } from './list-orders.ts'
import { mergeCustomers } from './merge-customers.ts'
import { updateCustomer } from './update-customer.ts'

const importOptions = z.strictObject({ dry_run: z.boolean().default(false) })

export const customersRoutes = routes('/api/customers', [
  { post: '/import', handler: importFile(importCustomers, importOptions) },
  { get: '/export', handler: exportFile(exportCustomers, 'customers', customerSheet) },
  { get: '/', operation: listCustomers },
  { post: '/', operation: createCustomer },
  { get: '/duplicates', operation: listDuplicates },
  { post: '/merge', operation: mergeCustomers },
  { get: '/:customer_id', operation: getCustomer, versionTells: isSettled },
  { patch: '/:customer_id', operation: updateCustomer },
  { get: '/:customer_id/orders', operation: listCustomerOrders },
  { get: '/:customer_id/timeline', operation: getTimeline },
  { post: '/:customer_id/notes', operation: addNote, status: 201 },
  { post: '/:customer_id/anonymize', operation: anonymizeCustomer },
])
