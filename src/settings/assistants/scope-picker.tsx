import type { KeyScope } from '../../auth/tokens/scopes.ts'
import { scopeText } from './scope-text.ts'

type Props = { offered: readonly KeyScope[]; ticked: readonly KeyScope[]; error?: string | undefined }

/** Checkboxes, with reading and changing apart because their risks differ. */
export function ScopePicker({ offered, ticked, error }: Props) {
  const kinds = [
    { changes: false, legend: 'What may it see?' },
    { changes: true, legend: 'What may it change?' },
  ].map((kind) => ({ ...kind, scopes: offered.filter((scope) => scopeText[scope].changes === kind.changes) }))
  return (
    <div class="scopes" id="scopes" tabindex={-1}>
      {error !== undefined && (
        <p class="wrong" id="scopes-wrong">
          {error}
        </p>
      )}
      {kinds
        .filter(({ scopes }) => scopes.length > 0)
        .map(({ legend, scopes, changes }) => (
          <fieldset
            class={changes ? 'picks changing' : 'picks'}
            {...(error !== undefined && { 'aria-describedby': 'scopes-wrong' })}
          >
            <legend>{legend}</legend>
            {scopes.map((scope) => (
              <Choice scope={scope} checked={ticked.includes(scope)} />
            ))}
          </fieldset>
        ))}
    </div>
  )
}

const Choice = ({ scope, checked }: { scope: KeyScope; checked: boolean }) => (
  <label class="pick">
    <input type="checkbox" name="scopes" value={scope} checked={checked} />
    <span>
      <span class="pick-label">{scopeText[scope].label}</span>
      <span class="fine">{scopeText[scope].detail}</span>
    </span>
  </label>
)
