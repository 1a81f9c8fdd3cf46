import { useEffect, useRef, useState } from 'preact/hooks'
import { count, isEnglish, text, textOf } from '../language/language.ts'
import { Field } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { bodyOf, type FieldSchema, fieldsOf, type Form, lineName } from './schema.ts'

type Props = {
  readonly title: string
  readonly about: string
  /** JSON Schema of the request body. */
  readonly form: Form
  /** Of amounts. */
  readonly decimals: number
  readonly onSubmit: (body: Record<string, unknown>) => Promise<void>
  readonly onClose: () => void
}

/**
 * A form for any request body, made from its JSON Schema: what it asks for, its limits and its defaults. The service
 * describes actions and fields in English only.
 */
export function SchemaForm({ title, about, form, decimals, onSubmit, onClose }: Props) {
  const fields = fieldsOf(form)
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus(), [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!(event.currentTarget instanceof HTMLFormElement)) return
    setBusy(true)
    setError(undefined)
    await onSubmit(bodyOf(fields, new FormData(event.currentTarget))).catch(setError)
    setBusy(false)
  }

  return (
    <form class="action-form" aria-label={title} ref={element} onSubmit={submit}>
      {isEnglish() && <p class="quiet">{about}</p>}
      {fields.map((field) =>
        field.kind === 'lines' ? (
          <Lines key={field.name} field={field} />
        ) : (
          <Control key={field.name} field={field} decimals={decimals} />
        ),
      )}
      {error !== undefined && <Problem error={error} />}
      <div class="actions">
        <button class="main" disabled={isBusy}>
          {title}
        </button>
        <button type="button" onClick={onClose}>
          {text('cancel_form')}
        </button>
      </div>
    </form>
  )
}

const initialText = ({ initial }: FieldSchema) =>
  typeof initial === 'string' || typeof initial === 'number' ? String(initial) : ''

function Control({ field, decimals }: { readonly field: FieldSchema; readonly decimals: number }) {
  const { name, kind, isRequired, maxLength, minimum, maximum } = field
  const label = textOf('field', name)
  if (kind === 'flag')
    return (
      <label class="check">
        <input type="checkbox" name={name} defaultChecked={field.initial === true} /> {label}
      </label>
    )
  return (
    <Field label={label} required={isRequired} help={isEnglish() ? field.description : undefined}>
      {(id, describedBy) => {
        const shared = { id, name, required: isRequired, 'aria-describedby': describedBy }
        if (kind === 'choice')
          return (
            <select {...shared}>
              {field.choices.map((choice) => (
                <option key={choice} value={choice} selected={choice === field.initial}>
                  {textOf(name, choice)}
                </option>
              ))}
            </select>
          )
        if (kind === 'number')
          return (
            <input
              {...shared}
              type="number"
              inputMode="decimal"
              min={minimum ?? 0}
              max={maximum}
              step={field.isWhole ? 1 : (10 ** -decimals).toFixed(decimals)}
              defaultValue={initialText(field)}
            />
          )
        const written = { ...shared, maxLength, dir: 'auto' as const, defaultValue: initialText(field) }
        if (kind === 'long') return <textarea {...written} rows={3} />
        return kind === 'url' ? <input {...written} type="url" /> : <input {...written} type="text" />
      }}
    </Field>
  )
}

/** An array with a number for each thing that it may have. 0 leaves it out. */
const Lines = ({ field }: { readonly field: FieldSchema }) => (
  <fieldset>
    <legend>{textOf('field', field.name)}</legend>
    {field.lines.map(({ title, description, number }, at) => (
      <label key={at} class="line">
        <span>
          <bdi>{title}</bdi>
          <small>
            {description !== undefined && <bdi>{description}</bdi>}
            {description !== undefined && ' · '}
            {number.maximum !== undefined && text('at_most', { maximum: count(number.maximum) })}
          </small>
        </span>
        <input
          type="number"
          name={lineName(field, at)}
          min={0}
          max={number.maximum}
          step={1}
          defaultValue={initialText(number)}
          required
        />
      </label>
    ))}
  </fieldset>
)
