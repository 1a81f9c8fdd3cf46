import type { Child } from 'hono/jsx'

type Option = { readonly value: string; readonly label: string; readonly help?: string }

type Props = {
  id: string
  legend: string
  options: readonly Option[]
  value: string
  error?: string | undefined
  required?: boolean
}

/** Radio buttons. */
export const Choice = ({ id, legend, options, value: chosen, error, required = true }: Props) => (
  <div class="field">
    <fieldset class="picks" id={id} tabindex={-1} {...(error !== undefined && { 'aria-describedby': `${id}-wrong` })}>
      <legend>{legend}</legend>
      {options.map(({ value, label, help }) => (
        <label class="pick">
          <input type="radio" name={id} value={value} required={required} checked={value === chosen} />
          <PickText label={label} help={help} />
        </label>
      ))}
    </fieldset>
    {error !== undefined && (
      <p class="wrong" id={`${id}-wrong`}>
        {error}
      </p>
    )}
  </div>
)

type Check = { readonly id: string; readonly label: string; readonly help?: string; readonly value: string }

/** Checkboxes. The value of one that is ticked is `on`. */
export const Checks = ({ legend, checks }: { legend: string; checks: readonly Check[] }) => (
  <fieldset class="picks">
    <legend>{legend}</legend>
    {checks.map(({ id, label, help, value }) => (
      <label class="pick">
        <input type="checkbox" id={id} name={id} checked={value === 'on'} />
        <PickText label={label} help={help} />
      </label>
    ))}
  </fieldset>
)

/** The text beside a radio button or checkbox. */
export const PickText = ({ label, help }: { label: Child; help: Child }) => (
  <span>
    <span class="pick-label">{label}</span>
    {help !== undefined && <span class="fine">{help}</span>}
  </span>
)
