// What the browser keeps for the store. Its storage can be forbidden or full, and can hold anything.
import { slug } from './store.js'

export const keyOf = (name) => `${slug} ${name}`

export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name))) ?? {}
  } catch {
    return {}
  }
}

/** Returns whether it was kept. */
export function keep(name, value) {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
