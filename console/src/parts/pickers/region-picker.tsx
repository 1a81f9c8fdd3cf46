import type { Picker } from './picker.ts'
import { SuggestInput } from './suggest-input.tsx'
import { useNewestOrders } from './use-newest-orders.ts'

/** A region, governorate, state or emirate: those of the newest orders are suggested. */
export function RegionPicker(picker: Picker) {
  const { newest, onFocus } = useNewestOrders()
  const regions = newest.flatMap(({ address, destination }) => address?.region ?? destination?.region ?? [])
  return <SuggestInput {...picker} suggestions={regions} onFocus={onFocus} />
}
