import { type KeyboardEvent, useState } from 'react'

/** What is being typed, until it is sent by Enter or by leaving the field. Another value from outside takes its place. */
export function useDraft(value: string, send: (text: string) => void) {
  const [draft, setDraft] = useState({ text: value, seen: value })
  if (draft.seen !== value) setDraft({ text: value, seen: value })
  const type = (text: string) => setDraft({ text, seen: value })
  const sendText = (text: string) => {
    if (text.trim() !== value) send(text.trim())
  }
  return {
    text: draft.text,
    type,
    /** A suggestion was picked. */
    pick: (text: string) => {
      type(text)
      sendText(text)
    },
    handlers: {
      onBlur: () => sendText(draft.text),
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        // A field with suggestions takes Enter for the one that is selected.
        queueMicrotask(() => event.defaultPrevented || sendText(draft.text))
      },
    },
  }
}
