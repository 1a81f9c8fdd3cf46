import { type Inputs, useCallback, useEffect, useState } from 'preact/hooks'

type Loaded<Data> = { readonly data?: Data; readonly error?: unknown }

/** What a screen shows: loads it, and again when an input changes. Keeps the old data until the new arrives. */
export function useLoad<Data>(load: (signal: AbortSignal) => Promise<Data>, inputs: Inputs) {
  const [state, setState] = useState<Loaded<Data>>({})
  const [round, setRound] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    load(leaving.signal).then(
      (data) => leaving.signal.aborted || setState({ data }),
      (error: unknown) => leaving.signal.aborted || setState({ error }),
    )
    return () => leaving.abort()
  }, [...inputs, round])
  const reload = useCallback(() => setRound((now) => now + 1), [])
  const replace = useCallback((data: Data) => setState({ data }), [])
  return { ...state, reload, replace }
}
