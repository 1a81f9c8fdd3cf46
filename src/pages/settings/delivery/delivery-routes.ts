import { createDeliveryMethod } from '../../../areas/delivery-methods/create-delivery-method.ts'
import { deleteDeliveryMethod } from '../../../areas/delivery-methods/delete-delivery-method.ts'
import { getDeliveryMethod } from '../../../areas/delivery-methods/get-delivery-method.ts'
import { listDeliveryMethods } from '../../../areas/delivery-methods/list-delivery-methods.ts'
import { updateDeliveryMethod } from '../../../areas/delivery-methods/update-delivery-method.ts'
import { save } from '../page/save.ts'
import { thingRoutes } from '../store/thing-routes.ts'
import { deliveryPage } from './delivery-page.tsx'
import { type MethodField, methodIn, methodTexts, savedMethod } from './method-draft.ts'
import { methodPage } from './method-page.tsx'

/** Settings, Delivery. Owners, admins and staff can change the methods, as in the API. */
export const deliveryRoutes = thingRoutes<MethodField>({
  section: 'delivery',
  what: 'delivery method',
  async list(_c, settings, shown) {
    const { data } = await listDeliveryMethods(settings.caller, { limit: 100 })
    return deliveryPage({ ...settings, ...shown, methods: data })
  },
  async form(c, settings, id, unsaved) {
    const method = id === null ? undefined : await getDeliveryMethod(settings.caller, { delivery_method_id: id })
    const saved = savedMethod(method, settings.store.currency_exponent, c.var.language)
    return methodPage({ ...settings, method, draft: unsaved?.draft ?? saved, formError: unsaved?.formError })
  },
  async save(c, caller, valueOf, changed) {
    const { fields, zonesError } = methodIn(valueOf, c.var.language)
    const isReadable = zonesError === undefined
    const refused = changed
      ? await save(
          updateDeliveryMethod,
          caller,
          { ...fields, delivery_method_id: changed.id, expected_version: changed.version },
          isReadable,
        )
      : await save(createDeliveryMethod, caller, fields, isReadable)
    return { refused, texts: methodTexts(c.var.language), unread: [['zones', zonesError]] }
  },
  remove: (caller, id) => deleteDeliveryMethod(caller, { delivery_method_id: id }),
})
