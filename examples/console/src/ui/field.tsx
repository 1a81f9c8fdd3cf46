import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { text } from '../language/language.ts'

type Props = {
  readonly label: string
  readonly required?: boolean
  readonly help?: string | undefined
  readonly children: (id: string, describedBy: string | undefined) => ComponentChildren
}

/** A control with its label and an optional description. */
export function Field({ label, required = false, help, children }: Props) {
  const id = useId()
  const helpId = help === undefined ? undefined : `${id}-help`
  return (
    <div class="field">
      <label for={id}>
        {label}
        {required && <span class="quiet"> ({text('required')})</span>}
      </label>
      {children(id, helpId)}
      {help !== undefined && <small id={helpId}>{help}</small>}
    </div>
  )
}
