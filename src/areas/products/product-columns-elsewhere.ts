import type { ColumnsElsewhere } from '../../platform/transfer/columns-elsewhere.ts'

// Shopify: product_template.csv, which help.shopify.com links under "Using CSV files", then the older names, which exports still
// had in April 2026. WooCommerce: includes/export/class-wc-product-csv-exporter.php, with the unit of the shop in
// `Weight (…)` and as many attributes as a product has.
export const productColumnsElsewhere = {
  external_id: { woocommerce: ['ID'] },
  slug: { shopify: ['URL handle', 'Handle'] },
  title: { shopify: ['Title'], woocommerce: ['Name'] },
  description: { shopify: ['Description', 'Body (HTML)'], woocommerce: ['Description', 'Short description'] },
  status: { shopify: ['Status', 'Published on online store', 'Published'], woocommerce: ['Published'] },
  tags: { shopify: ['Tags'], woocommerce: ['Tags'] },
  images: { shopify: ['Product image URL', 'Image Src'], woocommerce: ['Images'] },
  sku: { shopify: ['SKU', 'Variant SKU'], woocommerce: ['SKU'] },
  barcode: { shopify: ['Barcode', 'Variant Barcode'], woocommerce: ['GTIN, UPC, EAN, or ISBN'] },
  variant_options: {
    shopify: [
      'Option1 name',
      'Option1 Name',
      'Option1 value',
      'Option1 Value',
      'Option2 name',
      'Option2 Name',
      'Option2 value',
      'Option2 Value',
      'Option3 name',
      'Option3 Name',
      'Option3 value',
      'Option3 Value',
    ],
    woocommerce: ['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 2 name', 'Attribute 2 value(s)'],
  },
  variant_price: { shopify: ['Price', 'Variant Price'], woocommerce: ['Regular price', 'Sale price'] },
  variant_compare_at_price: { shopify: ['Compare-at price', 'Variant Compare At Price'] },
  on_hand: { shopify: ['Inventory quantity', 'Variant Inventory Qty'], woocommerce: ['Stock'] },
  tracked: { shopify: ['Inventory tracker', 'Variant Inventory Tracker'] },
  allow_backorder: {
    shopify: ['Continue selling when out of stock', 'Variant Inventory Policy'],
    woocommerce: ['Backorders allowed?'],
  },
  variant_weight_g: {
    shopify: ['Weight value (grams)', 'Variant Grams'],
    woocommerce: ['Weight (kg)', 'Weight (lbs)'],
  },
  variant_taxable: { shopify: ['Charge tax', 'Variant Taxable'], woocommerce: ['Tax status'] },
  variant_cost: { shopify: ['Cost per item'], woocommerce: ['Cost of goods'] },
  low_stock_threshold: { woocommerce: ['Low stock amount'] },
  collections: { woocommerce: ['Categories'] },
} as const satisfies ColumnsElsewhere
