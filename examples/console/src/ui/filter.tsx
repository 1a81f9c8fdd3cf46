import { text, textOf } from '../language/language.ts'
import { Field } from './field.tsx'

type Props = {
  readonly label: string
  readonly kind: string
  readonly values: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

export const Filter = ({ label, kind, values, value, onChange }: Props) => (
  <Field label={label}>
    {(id) => (
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{text('any')}</option>
        {values.map((each) => (
          <option key={each} value={each}>
            {textOf(kind, each)}
          </option>
        ))}
      </select>
    )}
  </Field>
)
