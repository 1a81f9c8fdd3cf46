import { useEffect, useState } from 'preact/hooks'
import { text } from '../language/language.ts'
import { Field } from './field.tsx'

const pauseMs = 300

/** Reports what is typed once the typing pauses. */
export function SearchBox({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Field label={text('search')}>
      {(id) => (
        <input
          id={id}
          type="search"
          dir="auto"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
