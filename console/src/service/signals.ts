import { useSyncExternalStore } from 'react'

/** Something that happened to the whole console, once. */
function signal() {
  let isOn = false
  const listeners = new Set<() => void>()
  return {
    raise: (): void => {
      isOn = true
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get: () => isOn,
  }
}

/** The session ended while the console was open. */
export const signedOut = signal()

/**
 * A file did not arrive: there was no network, or a newer version was deployed, which has others. Only
 * loading the page again brings it: Vite and some browsers do not ask for it twice.
 */
export const partMissing = signal()

export const useSignal = ({ subscribe, get }: ReturnType<typeof signal>): boolean =>
  useSyncExternalStore(subscribe, get)
