import type { productVariants, products } from '../../../src/platform/db/schema/products.ts'
import type { Random } from './random.ts'
import { options, type StorePlan } from './stores.ts'

type Product = typeof products.$inferInsert & { id: string }
export type Variant = typeof productVariants.$inferInsert & { id: string; productTitle: string; listPrice: number }

const day = 86_400_000
const drafts = 3
const archived = 2

/** The last few products are drafts, those before them archived, and the rest active. */
export function planCatalogue(plan: StorePlan, storeId: string, random: Random, openedAt: Date) {
  const plannedProducts: Product[] = []
  const variants: Variant[] = []
  for (const [nth, [title, price, option]] of plan.catalogue.entries()) {
    const createdAt = new Date(openedAt.getTime() + nth * 3_600_000 + random.integer(0, 3_000_000))
    const remaining = plan.catalogue.length - nth
    const priceMinor = Math.round(price * 10 ** plan.exponent)
    const id = random.id(createdAt)
    const sku = `${plan.slug.slice(0, 2).toUpperCase()}-${String(nth + 1).padStart(3, '0')}`
    const values: readonly string[] = option ? options[option].values : ['']
    const productVariantRows = values.map((value, index): Variant => {
      // A kilogram costs more than 250 g.
      const variantPrice =
        index > 0 && (option === 'weight' || option === 'volume') ? Math.round(priceMinor * 1.8 ** index) : null
      return {
        ...random.row(storeId, createdAt),
        productId: id,
        weightG: option === 'weight' ? (packages[index] ?? null) : null,
        costMinor: variantPrice === null ? null : costOf(variantPrice),
        title: value,
        sku: values.length > 1 ? `${sku}-${index + 1}` : sku,
        barcode: random.chance(0.5) ? `62${String(random.integer(0, 9_999_999_999)).padStart(11, '0')}` : null,
        options: option ? { [options[option].name]: value } : {},
        priceMinor: variantPrice,
        position: index + 1,
        productTitle: title,
        listPrice: variantPrice ?? priceMinor,
      }
    })
    variants.push(...productVariantRows)
    plannedProducts.push({
      storeId,
      id,
      title,
      slug: slugOf(title) || `product-${nth + 1}`,
      description: nth % 3 === 0 ? `${title}. ${plan.name}.` : null,
      status: remaining <= drafts ? 'draft' : remaining <= drafts + archived ? 'archived' : 'active',
      tags: nth % 4 === 0 ? ['featured'] : nth % 7 === 0 ? ['new', 'gift'] : [],
      options: option ? [{ name: options[option].name, values: [...values] }] : [],
      priceMinor,
      compareAtPriceMinor: nth % 6 === 0 ? Math.round(priceMinor * 1.25) : null,
      currency: plan.currency,
      currencyExponent: plan.exponent,
      // A gift card weighs nothing, and is taxed when it is spent.
      weightG: isGiftCard(title) ? 0 : 120 + ((nth * 370) % 1900),
      taxable: !isGiftCard(title),
      costMinor: isGiftCard(title) ? priceMinor : costOf(priceMinor),
      variantTerms: productVariantRows
        .flatMap((each) => [each.title, each.sku, each.barcode])
        .filter(Boolean)
        .join(' '),
      createdAt,
      updatedAt: new Date(createdAt.getTime() + random.integer(0, 20) * day),
    })
  }
  return { products: plannedProducts, variants }
}

/** In grams, of the option `weight`. */
const packages = [250, 500, 1000]

const costOf = (priceMinor: number) => Math.round(priceMinor * 0.45)

const isGiftCard = (title: string) => title === 'Gift Card' || title === 'كرت هدية'

function slugOf(title: string) {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}
