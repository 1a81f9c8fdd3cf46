import { text } from '../language/language.ts'
import { problemOf } from '../service/problem.ts'

/** What went wrong. The service words its errors in English. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const problem = problemOf(error)
  return (
    <div class="notice bad" role="alert">
      {problem === undefined ? (
        <p>{text(error instanceof TypeError ? 'offline' : 'failed')}</p>
      ) : (
        <div lang="en" dir="ltr">
          <p>{problem.detail}</p>
          {problem.errors.length > 1 && (
            <ul>
              {problem.errors.map(({ pointer, detail }) => (
                <li key={pointer + detail}>{detail}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          {text('retry')}
        </button>
      )}
    </div>
  )
}
