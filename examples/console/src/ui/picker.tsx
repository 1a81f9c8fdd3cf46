import { useEffect, useId, useState } from 'preact/hooks'
import { useLoad } from '../load.ts'
import { text } from '../language/language.ts'
import { Problem } from './problem.tsx'

export type Choice<Value> = {
  readonly id: string
  readonly title: string
  readonly more: string
  readonly value: Value
}

type Props<Value> = {
  readonly label: string
  readonly find: (search: string, signal: AbortSignal) => Promise<readonly Choice<Value>[]>
  readonly onPick: (value: Value) => void
}

const pauseMs = 300

/** A search field with a list of what it finds: the combobox pattern of the ARIA guide. */
export function Picker<Value>({ label, find, onPick }: Props<Value>) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { data: choices = [], error } = useLoad((signal) => find(search, signal), [search])
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => setActive(0), [choices])

  function pick(choice: Choice<Value> | undefined) {
    if (!choice) return
    setOpen(false)
    setTyped('')
    onPick(choice.value)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      setActive((now) => Math.min(Math.max(now + step, 0), choices.length - 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (isOpen) pick(choices[active])
    } else if (event.key === 'Escape') setOpen(false)
  }
  const isShown = isOpen && choices.length > 0
  return (
    <div class="field picker">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        dir="auto"
        autocomplete="off"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown ? `${id}-${active}` : undefined}
        value={typed}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setOpen(true)
        }}
      />
      {/* Pressing a choice must not take the focus from the field, which would close the list first. */}
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isShown}
        onMouseDown={(event) => event.preventDefault()}
      >
        {choices.map((choice, index) => (
          <li
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => pick(choice)}
          >
            <span dir="auto">{choice.title}</span>
            <span class="quiet" dir="auto">
              {choice.more}
            </span>
          </li>
        ))}
      </ul>
      {isOpen && search !== '' && choices.length === 0 && !error && <small role="status">{text('none_found')}</small>}
      {error !== undefined && <Problem error={error} />}
    </div>
  )
}
