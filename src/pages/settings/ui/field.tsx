type Props = {
  id: string
  label: string
  value: string
  help: string
  maxlength?: number
  /** For numbers, as is `max`. */
  min?: number
  max?: number
  error?: string | undefined
  list?: string
  type?: 'text' | 'email' | 'tel' | 'number' | 'datetime-local'
  /** The keyboard of a phone. */
  inputmode?: 'decimal'
  /** In seconds, for times. */
  step?: number
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
  error,
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
    ...(error !== undefined && { 'aria-invalid': 'true' as const }),
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
      <p class={error === undefined ? 'fine' : 'wrong'} id={`${id}-help`}>
        {error ?? help}
      </p>
    </div>
  )
}

/** Protects a form against CSRF: the token is bound to the session. */
export const FormToken = ({ value }: { value: string }) => <input type="hidden" name="form_token" value={value} />

type StoreFieldsProps = {
  formToken: string
  store: { readonly id: string; readonly slug: string }
  /** Adds an idempotency key, so that a form sent twice acts once. */
  once?: boolean
  /** The version of the thing that the form changes. Null for a new one. */
  version?: number | null
}

/** What a form sends besides its fields: that it is ours, its store, and what it is based on. */
export const StoreFields = ({ formToken, store, once = false, version = null }: StoreFieldsProps) => (
  <>
    <FormToken value={formToken} />
    {once && <input type="hidden" name="form_id" value={crypto.randomUUID()} />}
    <input type="hidden" name="store" value={store.slug} />
    <input type="hidden" name="store_id" value={store.id} />
    {version !== null && <input type="hidden" name="version" value={String(version)} />}
  </>
)
