import { pageLanguage } from './words.tsx'

/** The words of the screen without a store, which come with it (words/order.ts). */
export const { start: startWords } = await (pageLanguage() === 'ar' ? import('./ar/start.ts') : import('./en/start.ts'))
