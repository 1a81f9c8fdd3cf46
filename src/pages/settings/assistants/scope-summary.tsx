import { canChange, type KeyScope } from '../../../platform/auth/tokens/scopes.ts'
import { useFormats, useWords } from '../words/words.ts'

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
