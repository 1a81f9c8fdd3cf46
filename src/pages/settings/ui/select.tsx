type Option = { readonly value: string; readonly label: string }

type Props = {
  id: string
  label: string
  help: string
  options: readonly Option[]
  value: string
  error?: string | undefined
}

/** A labelled list to choose from. Its error, if any, replaces the help text. */
export const Select = ({ id, label, help, options, value: chosen, error }: Props) => (
  <div class="field">
    <label for={id}>{label}</label>
    <select
      id={id}
      name={id}
      aria-describedby={`${id}-help`}
      {...(error !== undefined && { 'aria-invalid': 'true' as const })}
    >
      {options.map(({ value, label: text }) => (
        <option value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
    <p class={error === undefined ? 'fine' : 'wrong'} id={`${id}-help`}>
      {error ?? help}
    </p>
  </div>
)
