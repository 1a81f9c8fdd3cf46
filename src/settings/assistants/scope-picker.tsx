import type { TokenScope } from '../../auth/tokens/scopes.ts'
import { scopeWords } from './scope-words.ts'

type Props = { offered: readonly TokenScope[]; ticked: readonly TokenScope[]; error?: string | undefined }

/** Checkboxes in plain words; looking and changing stand apart, as they are not the same risk. */
export function ScopePicker({ offered, ticked, error }: Props) {
  const kinds = [
    { changes: false, legend: 'What may it see?' },
    { changes: true, legend: 'What may it change?' },
  ].map((kind) => ({ ...kind, scopes: offered.filter((scope) => scopeWords[scope].changes === kind.changes) }))
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

const Choice = ({ scope, checked }: { scope: TokenScope; checked: boolean }) => (
  <label class="pick">
    <input type="checkbox" name="scopes" value={scope} checked={checked} />
    <span>
      <span class="pick-label">{scopeWords[scope].label}</span>
      <span class="fine">{scopeWords[scope].detail}</span>
    </span>
  </label>
)
