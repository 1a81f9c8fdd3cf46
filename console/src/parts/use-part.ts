import { type ComponentType, useEffect, useState } from 'react'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/**
 * A component that loads when it is first wanted. Null until it has loaded, and if it cannot be: the rest stays as it is, and a
 * notice says so (signals.ts). `giveUp` is called then, if it is still wanted.
 */
export function usePart<Props>(load: Load<Props>, isWanted = true, giveUp?: () => void): ComponentType<Props> | null {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<Load<Props>>> | null>(null)
  const isMissing = isWanted && loaded === null
  useEffect(() => {
    if (!isMissing) return
    let isWaiting = true
    load().then(setLoaded, () => isWaiting && giveUp?.())
    return () => void (isWaiting = false)
  }, [isMissing])
  return isWanted && loaded ? loaded.default : null
}
