import type { TokenScope } from '../../auth/tokens/scopes.ts'
import { summaryOf } from './scope-words.ts'

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** What somebody's scopes add up to, in a sentence. */
export function ScopeSummary({ scopes }: { scopes: readonly TokenScope[] }) {
  const { sees, changes } = summaryOf(scopes)
  return (
    <p>
      {changes.length > 0 && (
        <>
          <b>Changes</b> {list.format(changes)}.{' '}
        </>
      )}
      {sees.length > 0 && <>Sees {list.format(sees)}.</>}
    </p>
  )
}
