import { nameOf } from '../../words/words.tsx'
import type { Picker } from './picker.ts'
import { SuggestInput } from './suggest-input.tsx'
import { listWords } from '../../words/list.ts'

/** Where an order comes from: one of those that the service knows, by its name in either language, or any other. */
export function PlatformPicker({ value, onChange, ...picker }: Picker) {
  const { platforms } = listWords
  const codeOf = (typed: string) =>
    Object.entries(platforms).find(([, name]) => name.toLowerCase() === typed.toLowerCase())?.[0] ?? typed
  return (
    <SuggestInput
      {...picker}
      value={nameOf(platforms, value)}
      onChange={(typed) => onChange(codeOf(typed))}
      suggestions={Object.values(platforms)}
    />
  )
}
