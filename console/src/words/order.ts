import { pageLanguage } from './words.tsx'

/** The words of one order, which come with its screen: the first script would be too large with those of every screen. */
export const { order: orderWords } = await (pageLanguage() === 'ar' ? import('./ar/order.ts') : import('./en/order.ts'))
