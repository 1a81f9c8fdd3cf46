type Props = {
  id: string
  label: string
  value: string
  help: string
  maxlength?: number
  /** For numbers, as is `max`. */
  min?: number
  max?: number
  wrong?: string | undefined
  list?: string
  type?: 'text' | 'email' | 'tel' | 'number'
  /** Default: true. */
  required?: boolean
  /** Above 1: a text area of this many lines. Default: 1. */
  lines?: number
}

/** A labelled input. Its error, if any, replaces the help text. */
export function Field({
  id,
  label,
  value,
  help,
  wrong,
  list,
  lines = 1,
  type = 'text',
  required = true,
  ...rest
}: Props) {
  const shared = {
    ...rest,
    id,
    name: id,
    required,
    dir: 'auto',
    autocomplete: 'off',
    'aria-describedby': `${id}-help`,
    ...(wrong !== undefined && { 'aria-invalid': 'true' as const }),
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {lines > 1 ? (
        <textarea {...shared} rows={lines}>
          {value}
        </textarea>
      ) : (
        <input {...shared} type={type} value={value} {...(list !== undefined && { list })} />
      )}
      <p class={wrong === undefined ? 'fine' : 'wrong'} id={`${id}-help`}>
        {wrong ?? help}
      </p>
    </div>
  )
}
