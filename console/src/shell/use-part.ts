import { type ComponentType, useEffect, useState } from 'react'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/**
 * What loads when it is first wanted. Null until it is there, and if it does not arrive, without a network or because a newer
 * version was deployed: then everything else stays as it is.
 */
export function usePart<Props>(load: Load<Props>, isWanted = true, giveUp?: () => void): ComponentType<Props> | null {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<Load<Props>>> | null>(null)
  const isMissing = isWanted && loaded === null
  useEffect(() => {
    if (isMissing) load().then(setLoaded, () => giveUp?.())
  }, [isMissing])
  return isWanted && loaded ? loaded.default : null
}
