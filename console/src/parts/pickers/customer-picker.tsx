import { listCustomers } from '@merchant-commerce/client'
import { FoundPicker, type NamedPicker } from './found-picker.tsx'

/** A customer of the store, found by name, phone or email. */
export const CustomerPicker = (picker: NamedPicker) => (
  <FoundPicker
    {...picker}
    kind="customers"
    find={async (request, search) => {
      const { data } = await listCustomers({ ...request, query: { search, limit: 10, fields: 'id,name,phone,email' } })
      return data.map(({ id, name, phone, email }) => ({ id, name, about: <bdi dir="ltr">{phone ?? email}</bdi> }))
    }}
  />
)
