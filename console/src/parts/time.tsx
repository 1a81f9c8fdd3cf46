import { useStore } from '../service/store.ts'
import { useLanguage } from '../words/words.tsx'
import { timeText } from './time-text.ts'

export function Time({ at }: { readonly at: string }) {
  const { text, full } = timeText(at, Date.now(), useLanguage(), useStore().timezone)
  return (
    <time dateTime={at} title={full}>
      {text}
    </time>
  )
}
