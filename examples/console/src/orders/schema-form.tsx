import { useEffect, useRef, useState } from 'preact/hooks'
import { isEnglish, text, textOf } from '../language/language.ts'
import { Field } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { bodyOf, type FieldSchema, fieldsOf, type Line, linesOf } from './schema.ts'

type Props = {
  readonly title: string
  readonly about: string
  /** JSON Schema of the request body. */
  readonly form: Readonly<Record<string, unknown>>
  /** What a line of a list stands for. */
  readonly rowName: (row: Line) => string
  readonly onSubmit: (body: Record<string, unknown>) => Promise<void>
  readonly onClose: () => void
}

/**
 * A form for any request body, made from its JSON Schema: what it asks for, its limits and its defaults. The service
 * describes actions and fields in English only.
 */
export function SchemaForm({ title, about, form, rowName, onSubmit, onClose }: Props) {
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
          <Lines key={field.name} field={field} rowName={rowName} />
        ) : (
          <Control key={field.name} field={field} />
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

function Control({ field }: { readonly field: FieldSchema }) {
  const { name, kind, isRequired, maxLength, maximum } = field
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
              min={0}
              max={maximum}
              step={field.isWhole ? 1 : 'any'}
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

type LinesProps = { readonly field: FieldSchema; readonly rowName: (row: Line) => string }

/** A list with a quantity for each of its rows. 0 leaves a row out. */
const Lines = ({ field, rowName }: LinesProps) => (
  <fieldset>
    <legend>{textOf('field', field.name)}</legend>
    {linesOf(field.initial).map((line, index) => {
      const most = Number(line['quantity'])
      return (
        <label key={index} class="line">
          <bdi>{rowName(line)}</bdi>
          <input
            type="number"
            name={`${field.name}.${index}`}
            min={0}
            max={most}
            step={1}
            defaultValue={String(most)}
            required
          />
        </label>
      )
    })}
  </fieldset>
)
