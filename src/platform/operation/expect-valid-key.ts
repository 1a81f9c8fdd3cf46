import type { Caller } from './context.ts'
import { openContext } from './open-context.ts'

/** Refuses an API key that is not valid, for requests that reach no operation. One round trip. */
export async function expectValidKey(caller: Caller): Promise<void> {
  const scope = 'stores:read'
  await openContext({ name: 'check_api_key', scope, recentSignIn: null, refusals: {} }, caller, {}).run(() => [])
}
