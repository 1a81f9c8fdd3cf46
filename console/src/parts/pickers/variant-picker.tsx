import { listInventory } from '@merchant-commerce/client'
import { listWords } from '../../words/list.ts'
import { FoundPicker, type NamedPicker } from './found-picker.tsx'
import { variantName } from './variant-name.ts'

/** A variant of a product, found by title, tag, SKU or barcode, with what can be sold of it. */
export const VariantPicker = (picker: NamedPicker) => (
  <FoundPicker
    {...picker}
    kind="inventory"
    find={async (request, search) => {
      const { data } = await listInventory({ ...request, query: { search, sort: '-available', limit: 20 } })
      return data.map(({ variant_id: id, product_title, variant_title, tracked, available }) => ({
        id,
        name: variantName(product_title, variant_title),
        about: !tracked ? listWords.not_counted : available > 0 ? listWords.in_stock(available) : listWords.sold_out,
      }))
    }}
  />
)
