import type { Picker } from './picker.ts'
import { SuggestInput } from './suggest-input.tsx'

/** A tag. The service has no list of them, so those that were seen are suggested. */
export const TagPicker = ({ seen = [], ...picker }: Picker & { readonly seen?: readonly string[] }) => (
  <SuggestInput {...picker} suggestions={seen} maxLength={64} />
)
