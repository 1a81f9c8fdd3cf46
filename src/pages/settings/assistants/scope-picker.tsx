import { canChange, type KeyScope } from '../../../platform/auth/tokens/scopes.ts'
import { useWords } from '../words/words.ts'

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
      <span>
        <span class="pick-label">{label}</span>
        <span class="fine">{detail}</span>
      </span>
    </label>
  )
}
