// Sends an order so that the store gets it once, even if an answer is lost.
import { removeOrdered } from './cart.js'
import { keep, kept } from './storage.js'
import { inStore, text } from './store.js'

/** The service repeats its answer to the same key and body for a day. */
const repeatedMs = 24 * 60 * 60 * 1000

/** They say nothing about what became of the same request before. */
const aboutThisTimeOnly = ['rate_limited', 'request_timeout', 'conflict']

/** The request whose answer never came: its order may have been placed. */
export function unanswered() {
  const request = kept('sent')
  return Date.now() - request.at < repeatedMs ? request : undefined
}

/** Returns false if another tab has had the answer. */
const forget = ({ key }) => kept('sent').key === key && keep('sent', {})

async function send(request, isRepeated) {
  try {
    const { id } = await inStore('/orders', request.body, request.key)
    if (forget(request)) removeOrdered(request.body.items)
    return id
  } catch (problem) {
    const { status, code } = problem
    if (status >= 400 && status < 500 && !(isRepeated && aboutThisTimeOnly.includes(code))) forget(request)
    throw problem
  }
}

/** Returns the id of the order. */
export function sendOrder(body) {
  const request = { key: crypto.randomUUID(), body, at: Date.now() }
  if (!keep('sent', request)) throw new Error(text.not_kept)
  return send(request, false)
}

/**
 * Sends the unanswered request exactly as it was. With another phone number, say, it would be another order to the service.
 * Returns the id of its order; undefined if there is no such request, or if it was refused.
 */
export async function sendAgain() {
  const request = unanswered()
  if (!request) return undefined
  try {
    return await send(request, true)
  } catch (problem) {
    if (unanswered()) throw problem
    return undefined
  }
}
