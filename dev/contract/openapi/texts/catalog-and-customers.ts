import type { Texts } from './text.ts'

export const catalogTexts: Texts = {
  list_products: [
    'List products',
    'Newest first by default. Archived products are listed only with status=archived. With filters, a request examines the newest 10,000 products that have the tag, option, collection or words. To filter by an option, send option.size=M or option[size]=M. Without X-Store-Id, lists the products of all of your stores.',
  ],
  create_product: [
    'Create a product',
    'Without options and variants, the product gets one default variant. With options, send the variants, or generate_variants: true for every combination. Only active products are visible to shoppers.',
  ],
  get_product: ['Get a product', 'With its variants and their stock.'],
  update_product: [
    'Change a product',
    'Changes only the fields that are sent. Lists such as tags are replaced. options must keep every value that a variant has. If you send price, warnings lists the variants that keep a price of their own.',
  ],
  archive_product: [
    'Archive a product',
    'Takes the product off sale. Past orders keep it. Repeating it changes nothing.',
  ],
  create_variant: ['Add a variant', 'No two variants of a product can have the same options.'],
  update_variant: ['Change a variant', 'Stock is changed with adjust_inventory.'],
  archive_variant: ['Archive a variant', 'Past orders keep it. A product must keep at least one variant.'],
  list_inventory: [
    'List stock',
    'The stock of each variant that is not archived, the fewest available units first. With low_stock=true, only variants that are low on stock. In a store with more than 10,000 variants, a request examines those with a low_stock_threshold and the newest 10,000, and meta.total_is_capped is true.',
  ],
  list_inventory_movements: [
    'List stock movements',
    'What changed the stock, newest first: stock received or counted, orders that reserved or released units, shipments and returns. Movements are never deleted.',
  ],
  update_prices: [
    'Change many prices',
    'Changes the prices of all products that match every filter, and of their variants with prices of their own, by a percentage or an amount: either all of them or none. By default, it is a dry run, which returns what would change. With set_compare_at, the price before becomes the compare_at_price. Prices that would reach compare_at_price are marked with a problem, and cannot be changed; for a variant with its own price that was below it, it is a warning. Archived products are only counted. To change the prices, repeat the request with dry_run false and the `changes` of the dry run as expected_changes. change_id of the answer can undo the change.',
  ],
  undo_prices: [
    'Undo a change of prices',
    'Restores the prices from before a change of the last 24 hours, and the former prices that it set. A price stays if it or its compare_at_price was changed since, or if it would reach a compare_at_price that a variant got since: `left` lists these, and another undo tries them again.',
  ],
  adjust_inventory: [
    'Adjust stock',
    'Adds a number to the stock on hand (delta), or sets it to a number (set). With expected, the request fails if the stock is no longer what you read.',
  ],
  import_products: [
    'Import products',
    'Imports a CSV or JSONL file. Each product succeeds or fails on its own. With dry_run=true, every row is checked and nothing is saved.',
  ],
  export_products: [
    'Export products',
    'Streams all products that match the filters as CSV or JSONL. It has fewer filters than the list.',
  ],
  list_media: ['List files', 'The uploaded pictures, newest first.'],
  create_media: [
    'Upload a picture',
    'JPEG, PNG, WebP, AVIF or GIF, at most 20 MB, as the body or as the only file of a form. Its metadata, such as the place where it was taken, is removed. The same file again returns the same id. A file that nothing uses for 24 hours is deleted.',
  ],
  create_media_from_url: [
    'Copy a picture from another site',
    'Fetches the picture from a public https URL, following at most 3 redirects, and stores it like an upload.',
  ],
  get_media: ['Get a file', 'The URL and size of an uploaded picture.'],
  delete_media: [
    'Delete a file',
    'Returns 409 media_in_use while a product, a collection or the storefront shows the file. Orders lose the picture. Repeating it returns 404.',
  ],
  list_delivery_methods: ['List delivery methods', 'In the order in which shoppers see them, including inactive ones.'],
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
  list_collections: ['List collections', 'Groups of products, newest first.'],
  create_collection: [
    'Create a collection',
    'With rules, it always has the products that meet them. Without rules, it is manual, and product_ids are its products. A store can have 500 collections.',
  ],
  get_collection: ['Get a collection', 'Without its products. list_collection_products lists them.'],
  update_collection: [
    'Change a collection',
    'Changes only the fields that are sent; rules and product_ids are replaced as a whole. You cannot add rules to a manual collection, or products to a rule-based one.',
  ],
  delete_collection: [
    'Delete a collection',
    'Its products stay. Returns 409 collection_in_use while a discount applies to it or excepts it. Repeating it returns 404.',
  ],
  list_collection_products: [
    'List the products of a collection',
    'In the order of the list for a manual collection, newest first for a rule-based one. For a rule-based collection, a request examines at most 10,000 products of each status: a page that is not full by then ends early, with a next_cursor.',
  ],
  set_collection_products: [
    'Set the products of a manual collection',
    'Replaces the list with up to 1,000 products, in the order sent. Sending the same list again changes nothing.',
  ],
  list_discounts: [
    'List discounts',
    'Newest first. With search, active, state or automatic, a request examines at most 10,000 discounts: a page that is not full by then ends early, with a next_cursor.',
  ],
  create_discount: [
    'Create a discount',
    'Shoppers enter its code, or it applies automatically if automatic is true. Codes that differ only in case, spaces or the script of their digits are the same.',
  ],
  get_discount: ['Get a discount', 'With the number of orders that use it.'],
  update_discount: [
    'Change a discount',
    'Changes only the fields that are sent. Changing kind removes value and max_amount unless they are sent. Existing orders keep their amounts.',
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
    'Orders, conversations, notes and events of the customer in one list, newest first. An API key needs orders:read to see the orders and inbox:read to see the conversations.',
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
    'For owners and admins. Permanently removes personal data from the customer, their orders and all records about them. Amounts and order numbers stay. In a busy store, a background job erases the last traces within minutes.',
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
