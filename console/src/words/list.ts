import { pageLanguage } from './words.tsx'

/** The words of lists and their filters, which come with the first list (words/order.ts). */
export const { list: listWords } = await (pageLanguage() === 'ar' ? import('./ar/list.ts') : import('./en/list.ts'))
