import type { Texts } from './text.ts'

export const catalogTexts: Texts = {
  list_products: [
    'List products',
    'Newest first by default. Archived products are listed only with status=archived. With tag, in_stock or a price, a page looks through 10,000 products: if it is not full by then, it ends early, with a next_cursor. Without X-Store-Id, lists the products of all of your stores.',
  ],
  create_product: [
    'Create a product',
    'Without variants, the product gets one default variant. Only active products are on sale.',
  ],
  get_product: ['Get a product', 'With its variants and their stock.'],
  update_product: ['Change a product', 'Changes only the fields that are sent. Lists such as tags are replaced.'],
  archive_product: [
    'Archive a product',
    'Takes the product off sale. Past orders keep it. Repeating it changes nothing.',
  ],
  create_variant: ['Add a variant', 'The options of a variant are unique in its product.'],
  update_variant: ['Change a variant', 'Stock is changed with adjust_inventory.'],
  archive_variant: ['Archive a variant', 'Past orders keep it. A product must keep at least one variant.'],
  adjust_inventory: [
    'Adjust stock',
    'Changes the stock on hand by a number (delta) or to a number (set). With expected, the request fails if the stock is no longer what you read.',
  ],
  import_products: [
    'Import products',
    'Imports a CSV or JSONL file. Each product succeeds or fails on its own. With dry_run=true, every row is checked and nothing is saved.',
  ],
  export_products: ['Export products', 'Streams all products that match the filters as CSV or JSONL.'],
  list_delivery_methods: ['List delivery methods', 'In the order in which shoppers see them, with inactive ones.'],
  create_delivery_method: ['Create a delivery method', 'A store can have at most 50.'],
  get_delivery_method: ['Get a delivery method', 'A way to get orders to customers, and its price.'],
  update_delivery_method: [
    'Change a delivery method',
    'Changes only the fields that are sent. Lists such as zones are replaced. Existing orders keep their amounts.',
  ],
  delete_delivery_method: [
    'Delete a delivery method',
    'Existing orders keep its name and amounts. Repeating it returns 404.',
  ],
  list_discounts: [
    'List discounts',
    'Newest first. With search, active or automatic, a page looks through 10,000 discounts: if it is not full by then, it ends early, with a next_cursor.',
  ],
  create_discount: [
    'Create a discount',
    'Shoppers enter its code, or it applies by itself if automatic is true. Codes that differ only in case, spaces or the script of their digits are the same.',
  ],
  get_discount: ['Get a discount', 'With the number of orders that use it.'],
  update_discount: [
    'Change a discount',
    'Changes only the fields that are sent. A change of kind drops value and max_amount unless they are sent. Existing orders keep their amounts.',
  ],
  delete_discount: ['Delete a discount', 'Existing orders keep what it took off. Repeating it returns 404.'],
}

export const customerTexts: Texts = {
  list_customers: [
    'List customers',
    'Newest first by default. `filter` takes conditions such as `spent>100 orders>=2 last_order>90d`. Without X-Store-Id, lists the customers of all of your stores.',
  ],
  create_customer: ['Create a customer', 'A phone number with its country code is unique in the store.'],
  get_customer: ['Get a customer', 'The id of a merged customer returns the customer that it was merged into.'],
  update_customer: ['Change a customer', 'Changes only the fields that are sent. Lists such as tags are replaced.'],
  list_customer_orders: ['List the orders of a customer', 'Newest first.'],
  get_customer_timeline: [
    'Get the timeline of a customer',
    'Orders, conversations, notes and events of the customer in one list, newest first.',
  ],
  add_customer_note: ['Add a note to a customer', 'Only members of the store see it, in the timeline.'],
  list_duplicate_customers: [
    'List likely duplicates',
    'Customers who share a phone number, email address or name with others.',
  ],
  merge_customers: [
    'Merge customers',
    'For owners and admins. The customer keeps its id and receives everything of the others. This cannot be undone.',
  ],
  anonymize_customer: [
    'Anonymize a customer',
    'For owners and admins. Irreversibly removes personal data from the customer, their orders and all records about them. Amounts and numbers stay.',
  ],
  import_customers: [
    'Import customers',
    'Imports a CSV or JSONL file. Each customer succeeds or fails on its own. With dry_run=true, every row is checked and nothing is saved.',
  ],
  export_customers: ['Export customers', 'Streams all customers that match the filters as CSV or JSONL.'],
  list_segments: ['List segments', 'Saved filters of customers, newest first.'],
  create_segment: [
    'Create a segment',
    'Saves a filter under a name. Its customers are determined each time they are listed.',
  ],
  get_segment: ['Get a segment', 'A saved filter of customers.'],
  update_segment: ['Change a segment', 'Changes only the fields that are sent.'],
  delete_segment: ['Delete a segment', 'Its customers stay. Repeating it returns 404.'],
  list_segment_customers: ['List the customers of a segment', 'Those who match its filter now, newest first.'],
}
