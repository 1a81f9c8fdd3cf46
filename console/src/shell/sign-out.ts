import { signOut } from '@merchant-commerce/client'
import { useMutation } from '@tanstack/react-query'
import { clientOf } from '../service/client.ts'
import { forgetAll } from '../service/kept.ts'
import { queries } from '../service/queries.ts'

/** Ends the session, and forgets what this browser keeps of the person. */
export function useSignOut(): () => void {
  const { mutate } = useMutation({
    mutationFn: () => signOut({ client: clientOf() }),
    // A session that has ended already is what was wanted.
    onSettled() {
      forgetAll()
      queries.clear()
      location.assign('/settings/signed-out')
    },
  })
  return mutate
}
