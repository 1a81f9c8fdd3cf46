import { canChange, type KeyScope } from '../../../platform/auth/tokens/scopes.ts'
import { useFormats, useWords } from '../words/words.ts'
import { PickText } from '../ui/choice.tsx'

type Props = { offered: readonly KeyScope[]; ticked: readonly KeyScope[]; error?: string | undefined }

/** Checkboxes, with reading and changing apart because their risks differ. */
export function ScopePicker({ offered, ticked, error }: Props) {
  const words = useWords().scopes
  const kinds = [
    { legend: words.mayItSee, look: 'picks', scopes: offered.filter((scope) => !canChange(scope)) },
    { legend: words.mayItChange, look: 'picks changing', scopes: offered.filter(canChange) },
  ]
  return (
    <div class="scopes" id="scopes" tabindex={-1}>
      {error !== undefined && (
        <p class="wrong" id="scopes-wrong">
          {error}
        </p>
      )}
      {kinds
        .filter(({ scopes }) => scopes.length > 0)
        .map(({ legend, look, scopes }) => (
          <fieldset class={look} {...(error !== undefined && { 'aria-describedby': 'scopes-wrong' })}>
            <legend>{legend}</legend>
            {scopes.map((scope) => (
              <Choice scope={scope} checked={ticked.includes(scope)} />
            ))}
          </fieldset>
        ))}
    </div>
  )
}

function Choice({ scope, checked }: { scope: KeyScope; checked: boolean }) {
  const { label, detail } = useWords().scopes.each[scope]
  return (
    <label class="pick">
      <input type="checkbox" name="scopes" value={scope} checked={checked} />
      <PickText label={label} help={detail} />
    </label>
  )
}

/** What a list of scopes allows, in a sentence. */
export function ScopeSummary({ scopes }: { scopes: readonly KeyScope[] }) {
  const words = useWords().scopes
  const { list } = useFormats()
  const areasOf = (some: readonly KeyScope[]) => some.map((scope) => words.each[scope].area)
  const changed = areasOf(scopes.filter(canChange))
  const seen = areasOf(scopes.filter((scope) => !canChange(scope))).filter((area) => !changed.includes(area))
  return (
    <p>
      {changed.length > 0 && words.canChange(list(changed))}
      {changed.length > 0 && seen.length > 0 && ' '}
      {seen.length > 0 && words.canSee(list(seen))}
    </p>
  )
}
