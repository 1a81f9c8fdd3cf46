import { boundedRoles } from '../../../areas/stores/store.ts'
import { Field } from '../ui/field.tsx'
import { useWords } from '../words/words.ts'
import { Card } from '../ui/card.tsx'

export const adjustmentFields = ['max_adjustment_admin', 'max_adjustment_staff'] as const

export type AdjustmentField = (typeof adjustmentFields)[number]

type Props = {
  readonly canChange: boolean
  readonly fieldProps: (id: AdjustmentField) => { id: string; value: string; error: string | undefined }
}

/** How much each role may let an order's total differ from the total at catalogue prices. */
export function AdjustmentFields({ canChange, fieldProps }: Props) {
  const words = useWords().store.adjustments
  return (
    <Card id="adjustments" title={words.title} help={words.help}>
      {canChange ? (
        <div class="pair">
          {adjustmentFields.map((id) => (
            <Field
              {...fieldProps(id)}
              label={words[id]}
              type="number"
              min={0}
              max={100}
              step={0.01}
              required={false}
              help={words.fieldHelp}
            />
          ))}
        </div>
      ) : (
        <p class="fine">{words.onlyOwner}</p>
      )}
    </Card>
  )
}

/** The limits in the form; undefined if it does not have them, and null if it has none. */
export function boundsIn(form: URLSearchParams) {
  if (!form.has('max_adjustment_staff')) return undefined
  const given = boundedRoles.flatMap((role) => {
    const text = form.get(`max_adjustment_${role}`)?.trim() ?? ''
    return text === '' ? [] : [[role, Number(text)]]
  })
  return given.length === 0 ? null : Object.fromEntries(given)
}
