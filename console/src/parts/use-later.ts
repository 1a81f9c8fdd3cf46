import { useEffect, useState } from 'react'

/** False at first, then true: for what can wait until the screen is there. */
export function useLater(ms = 1500): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLater
}
