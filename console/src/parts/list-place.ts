import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { type Address, isSame } from './list-address.ts'

// Where a person was in the lists of each store, until the page is left.

type Place = {
  readonly address: Address
  /** The row that was opened, by its path, and how far down the list was. */
  readonly opened?: { readonly path: string; readonly top: number }
}

const places = new Map<string, Place>()

/** The lists that were shown, with their addresses. */
const visited = new Set<string>()

const keyOf = (store: string, list: string) => `${store} ${list}`

/** The search of a list as it was shown last, for a link back to it. */
export const lastList = (store: string, list = 'orders'): Address => places.get(keyOf(store, list))?.address ?? {}

/** Keeps the place in a list, and returns to it: to the row that was opened, which gets the focus. */
export function useListPlace(store: string, list: string, address: Address, hasRows: boolean) {
  const key = keyOf(store, list)
  const router = useRouter()
  const visit = `${key} ${JSON.stringify(address)}`
  const [isBack] = useState(() => visited.has(visit))
  useEffect(() => {
    const { opened, address: before = {} } = places.get(key) ?? {}
    const isSamePlace = isShown(before, address)
    // The row to return to waits for the rows.
    if (hasRows) visited.add(visit)
    else if (isSamePlace) return
    places.set(key, { address })
    if (!opened || !isSamePlace) return
    const restore = () => {
      const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(opened.path)}"]`)
      if (!row) return
      scrollTo({ top: opened.top })
      row.focus({ preventScroll: true })
    }
    const frame = requestAnimationFrame(restore)
    // The router scrolls too, at that moment: to the top, if one comes by a link.
    const stop = router.subscribe('onRendered', restore)
    const timer = setTimeout(stop, 300)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      stop()
    }
  }, [visit, hasRows])
  const leave = useCallback(
    (path: string) => {
      const { address: shown = {} } = places.get(key) ?? {}
      places.set(key, { address: shown, opened: { path, top: scrollY } })
    },
    [key],
  )
  return {
    /** Whether it was shown before: the row or the place to return to must be there at once. */
    isBack,
    /** A row is being opened. */
    leave,
  }
}

const isShown = (one: Address, other: Address) => isSame(one, other) && one['cursor'] === other['cursor']
