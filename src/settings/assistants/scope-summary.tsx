import type { KeyScope } from '../../auth/tokens/scopes.ts'
import { summaryOf } from './scope-text.ts'

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** What a list of scopes allows, in a sentence. */
export function ScopeSummary({ scopes }: { scopes: readonly KeyScope[] }) {
  const { sees, changes } = summaryOf(scopes)
  return (
    <p>
      {changes.length > 0 && (
        <>
          <b>Can change</b> {list.format(changes)}.{' '}
        </>
      )}
      {sees.length > 0 && <>Can see {list.format(sees)}.</>}
    </p>
  )
}
