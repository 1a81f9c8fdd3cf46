// What the browser keeps for the store. Its storage can be forbidden or full, and can hold anything.
import { slug } from './store.js'

export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(`${slug} ${name}`)) ?? {}
  } catch {
    return {}
  }
}

/** Returns whether it was kept. */
export function keep(name, value) {
  try {
    localStorage.setItem(`${slug} ${name}`, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
