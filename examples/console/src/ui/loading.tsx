import type { ComponentChildren } from 'preact'
import { text } from '../language/language.ts'
import { Problem } from './problem.tsx'

type Props<Data> = {
  readonly of: { readonly data?: Data; readonly error?: unknown; readonly reload: () => void }
  readonly children: (data: Data) => ComponentChildren
}

/** Shows what was loaded, or that it is loading, or why it cannot be. */
export function Loading<Data>({ of: { data, error, reload }, children }: Props<Data>) {
  if (error !== undefined) return <Problem error={error} retry={reload} />
  if (data === undefined)
    return (
      <p role="status" class="quiet">
        {text('loading')}
      </p>
    )
  return <>{children(data)}</>
}
