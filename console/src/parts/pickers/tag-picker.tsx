import type { Picker } from './picker.ts'
import { SuggestInput } from './suggest-input.tsx'
import { useNewestOrders } from './use-newest-orders.ts'

/** A tag of orders: those of the newest are suggested. */
export function TagPicker(picker: Picker) {
  const { newest, onFocus } = useNewestOrders()
  return <SuggestInput {...picker} suggestions={newest.flatMap(({ tags }) => tags)} maxLength={64} onFocus={onFocus} />
}
