import type { ColumnsElsewhere } from '../../platform/transfer/columns-elsewhere.ts'

// Shopify: exports of customers of 2026, then the older names of the address. WooCommerce: the report of customers, as
// src/Admin/API/Reports/Customers/Controller.php e-mails it, and analytics/report/customers/table.js downloads it.
export const customerColumnsElsewhere = {
  external_id: { shopify: ['Customer ID'], woocommerce: ['Username'] },
  name: { shopify: ['First Name', 'Last Name'], woocommerce: ['Name'] },
  phone: { shopify: ['Phone', 'Default Address Phone'], woocommerce: ['Billing Phone', 'Shipping Phone'] },
  email: { shopify: ['Email'], woocommerce: ['Email'] },
  address: {
    shopify: [
      'Default Address Address1',
      'Default Address Address2',
      'Default Address City',
      'Default Address Province Code',
      'Default Address Zip',
      'Default Address Country Code',
      'Address1',
      'Address2',
      'City',
      'Province',
      'Province Code',
      'Zip',
      'Country',
      'Country Code',
    ],
    woocommerce: ['City', 'Region', 'Postal Code', 'Postal code', 'Country / Region'],
  },
  notes: { shopify: ['Note'] },
  tags: { shopify: ['Tags'], woocommerce: ['Role'] },
} as const satisfies ColumnsElsewhere
