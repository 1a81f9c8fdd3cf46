/** What somebody who comes from another system exports there and changes before the import. One line of a list each, in Markdown. */
type ComingFrom = { readonly shopify: readonly string[]; readonly woocommerce: readonly string[] }

export const productsFrom: ComingFrom = {
  shopify: [
    '**File:** **Products**, **Export**. The table has the newer names of columns and, after them, the older ones (`Handle`, `Variant SKU`).',
    '**Rename** columns as in the table. `Price` becomes `variant_price`, `Compare-at price` becomes `variant_compare_at_price`, empty where it is not above the price. `price` and `compare_at_price` are filled in on the first line of each product, such as with those of its first variant.',
    '**Options:** write `Option1 name` and `Option1 value` and so on into one cell of `variant_options` on each line: `Size: S, Color: Red`. Leave it empty if there is only `Default Title`.',
    '**Images:** Shopify has one on each line. Put all into `images` on the first line, separated by commas, and remove lines with nothing else.',
    '**Values:** `status` in lower case; `shopify` in the column for `tracked` is `true` and an empty cell `false`; for `allow_backorder`, `DENY` is `false` and `CONTINUE` is `true`; `description` without HTML; weights in whole grams.',
    '**Remove** all columns that are not in the table, such as `Vendor`, `Type`, SEO and Google Shopping.',
  ],
  woocommerce: [
    '**File:** **Products**, **Export**. Its headers are in the language of the shop. Those in the table are the English ones.',
    '**Rename** columns as in the table. Without a new name, `ID` is read as `id`.',
    '**Variations:** move them below their product, give them the `external_id` of the product, and leave `title`, `description`, `status` and `images` empty. On the line of a `variable` product, empty the columns of variants.',
    '**Options:** write `Attribute 1 name` and `Attribute 1 value(s)` of a variation into one cell of `variant_options`: `Size: S`.',
    '**Prices:** `variant_price` is `Sale price`, or `Regular price` if there is none. With a sale, `variant_compare_at_price` is `Regular price`. Fill in `price` and `compare_at_price` on the first line of each product, such as with those of its first variant.',
    '**Values:** `Published` of 1 is `active`, any other `draft`; for `allow_backorder`, 0 is `false`, 1 and `notify` are `true`; for `variant_taxable`, `taxable` is `true`, any other `false`. Multiply `Weight (kg)` by 1000. Replace `parent` in `Stock` by a number; if it is empty, `tracked` is `false`.',
    '**Categories:** create the collections first, and write their slugs: `abayas` for `Clothing > Abayas`.',
    '**Remove** all columns that are not in the table.',
  ],
}

export const customersFrom: ComingFrom = {
  shopify: [
    '**File:** **Customers**, **Export**.',
    '**Rename** columns as in the table, and write `First Name` and `Last Name` into one cell of `name`.',
    '**Values:** remove the apostrophe in front of `Customer ID`. Write the parts of the address into one cell: `12 Example Ave, Apt 3, Springfield, IL 62701, US`.',
    '**Remove** all columns that are not in the table. What a customer has spent follows from the orders that you import.',
  ],
  woocommerce: [
    '**File:** **Analytics**, **Customers**, **Download**. Newer versions have phone numbers in the file that is sent by email, which happens if the report has more than one page.',
    '**Rename** columns as in the table. The file has no ids: guests have no `Username`, so their phone numbers find them.',
    '**Values:** write `City`, `Region`, `Postal Code` and `Country / Region` into one cell of `address`. The file has no streets.',
    '**Remove** all columns that are not in the table.',
  ],
}

export const ordersFrom: ComingFrom = {
  shopify: [
    '**File:** **Orders**, **Export**, as CSV. Import the products first, because items are found by SKU, and fill in any `Lineitem sku` that is empty.',
    '**Rename** columns as in the table. `Shipping Name` and `Shipping Phone` can be copied, for the customer and for the address. `Id` must go, because only the first line of an order has it.',
    '**Times:** `2026-05-12 10:15:03 +0300` becomes `2026-05-12T10:15:03+03:00`.',
    '**`status`** is `cancelled` if there is a `Cancelled at`, otherwise empty.',
    '**`payment_status`:** `pending`, `authorized`, `expired` and `voided` become `unpaid`; write the others with underscores, such as `partially_paid`, which needs `paid_amount`: `Total` less `Outstanding Balance`.',
    '**`fulfillment_status`:** `fulfilled` becomes `shipped` or `delivered`; `partial` becomes `partially_shipped`, and `shipped_quantity` of each line is its quantity if it is fulfilled, otherwise 0.',
    '**Amounts:** if `Total` is `Subtotal` and `Shipping` without `Taxes`, prices include the tax: `tax_included` is `true`, with a `tax_rate`. Remove `line_discount` if the lines together exceed `discount_amount`.',
    '**Values:** `platform` in lower case; `variant_name` is the part of `Lineitem name` after the hyphen; `address_postal_code` without the apostrophe in front.',
    '**Remove** all columns that are not in the table, such as `Subtotal`, `Shipping Street` and those of the billing address.',
  ],
  woocommerce: [
    '**File:** there is none to import. **Analytics**, **Orders**, **Download** is a report without SKUs and prices of items, which an import requires. Get the orders from its REST API or with an export extension, and check the result against the report.',
    '**Values:** `processing` is the status `confirmed`, `on-hold` is `pending`, and `failed` is `cancelled`; leave `status` empty for `refunded`, which is a `payment_status`. `processing` and `completed` are `paid`, unless paid in cash.',
    '**Times** have no time zone: write one, or the day alone.',
  ],
}
