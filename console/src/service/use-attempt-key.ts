import { useRef } from 'react'

/**
 * The idempotency key for what a form sends. Sent again after a lost answer, the same input is done once; other input is
 * another attempt.
 */
export function useAttemptKey(): (input: object) => string {
  const attempt = useRef({ input: '', key: '' })
  return (input) => {
    const text = JSON.stringify(input)
    if (attempt.current.input !== text) attempt.current = { input: text, key: crypto.randomUUID() }
    return attempt.current.key
  }
}
