import * as z from 'zod'
import { tool } from '../../platform/tools/tool.ts'
import { getStore } from './get-store.ts'

export const storesTools = [
  tool({
    name: 'get_store',
    title: 'Get the store',
    effect: 'read',
    description: 'Returns the store: currency, time zone, local time, contact details and tax.',
    operation: getStore,
    // What "today" and "yesterday" mean in this store.
    answer: getStore.output.extend({ local_time: z.string() }),
    toAnswer: (store, now) => ({ ...store, local_time: localTime(now, store.timezone) }),
  }),
]

/** As 2026-11-22 19:37. */
const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
