import { createDiscount } from '../../../areas/discounts/create-discount.ts'
import { deleteDiscount } from '../../../areas/discounts/delete-discount.ts'
import { getDiscount } from '../../../areas/discounts/get-discount.ts'
import { listDiscounts } from '../../../areas/discounts/list-discounts.ts'
import { updateDiscount } from '../../../areas/discounts/update-discount.ts'
import { getStoreById } from '../../../areas/stores/get-store-by-id.ts'
import { withoutStrayMarks } from '../../../platform/values/pasted.ts'
import { save } from '../page/save.ts'
import { thingRoutes } from '../store/thing-routes.ts'
import { type DiscountField, discountIn, namedIn, savedDiscount } from './discount-draft.ts'
import { discountPage } from './discount-page.tsx'
import { discountTexts } from './discount-texts.ts'
import { discountsPage } from './discounts-page.tsx'
import { collectionIdsOf, productIdsOf, slugsOf } from './product-names.ts'

// Keeps a page under 50 KB.
const pageSize = 20

/** Settings, Discounts. Owners, admins and staff can change them, as in the API. */
export const discountsPageRoutes = thingRoutes<DiscountField>({
  section: 'discounts',
  what: 'discount',
  async list(c, settings, shown) {
    const { search = '', discounts: cursor } = c.req.query()
    const term = withoutStrayMarks(search)
    const filter = {
      limit: pageSize,
      ...(term !== '' && { search: term }),
      ...(cursor !== undefined && { cursor }),
    }
    return discountsPage({ ...settings, ...shown, search, discounts: await listDiscounts(settings.caller, filter) })
  },
  async form(_c, settings, id, unsaved) {
    const discount = id === null ? undefined : await getDiscount(settings.caller, { discount_id: id })
    const slugs = unsaved || !discount ? new Map<string, string>() : await slugsOf(settings.caller, discount)
    const draft = unsaved?.draft ?? savedDiscount(discount, settings.store, slugs)
    return discountPage({ ...settings, discount, draft, formError: unsaved?.formError })
  },
  async save(c, caller, valueOf, changed) {
    const [store, products, collections, before] = await Promise.all([
      getStoreById(caller, { store_id: caller.storeId }),
      productIdsOf(caller, namedIn(valueOf, 'products'), c.var.language),
      collectionIdsOf(caller, namedIn(valueOf, 'collections'), c.var.language),
      changed && getDiscount(caller, { discount_id: changed.id }),
    ])
    const fields = discountIn(valueOf, store, {
      products: products.ids,
      collections: collections.ids,
      except: before?.applies_to.except,
    })
    const isReadable = products.error === undefined && collections.error === undefined
    const refused = changed
      ? await save(
          updateDiscount,
          caller,
          { ...fields, discount_id: changed.id, expected_version: changed.version },
          isReadable,
        )
      : await save(createDiscount, caller, fields, isReadable)
    return {
      refused,
      texts: discountTexts(valueOf('goods'), c.var.language),
      unread: [
        ['products', products.error],
        ['collections', collections.error],
      ],
    }
  },
  remove: (caller, id) => deleteDiscount(caller, { discount_id: id }),
})
