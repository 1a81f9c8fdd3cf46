import { ProblemError, getMe } from '@merchant-commerce/client'
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'
import { signInPath } from './sign-in.ts'
import { signedOut } from './signals.ts'

/** The one place for errors of requests. Screens show the others themselves. */
function onError(error: Error): void {
  if (!(error instanceof ProblemError) || error.code !== 'unauthenticated') return
  // Before anything is shown, nothing can be lost.
  if (queries.getQueryData(me.queryKey) === undefined) location.assign(signInPath())
  else signedOut.raise()
}

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The client repeats what may be repeated.
  defaultOptions: { queries: { staleTime: 10_000, retry: false } },
})

/** The person, their stores and invitations. */
export const me = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => getMe({ client: clientOf(), signal }),
  staleTime: 60_000,
})
