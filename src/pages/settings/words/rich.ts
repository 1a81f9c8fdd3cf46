import { html } from 'hono/html'

/** A text with markup, or with parts that the page makes. What it is filled with is escaped. */
export const rich = html
