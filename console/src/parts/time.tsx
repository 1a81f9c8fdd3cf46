import { useSyncExternalStore } from 'react'
import { useStore } from '../service/store.ts'
import { useLanguage } from '../words/words.tsx'
import { timeText } from './time-text.ts'

export function Time({ at }: { readonly at: string }) {
  useSyncExternalStore(eachMinute, minute)
  const { text, full } = timeText(at, Date.now(), useLanguage(), useStore().timezone)
  return (
    <time dateTime={at} title={full}>
      {text}
    </time>
  )
}

const minute = () => Math.floor(Date.now() / 60_000)

const shown = new Set<() => void>()
setInterval(() => shown.forEach((again) => again()), 10_000)

function eachMinute(again: () => void) {
  shown.add(again)
  return () => void shown.delete(again)
}
