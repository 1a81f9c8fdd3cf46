import { slugOf } from '../text.ts'

export const defaultSlug = (title: string): string => slugOf(title) || 'product'

/** For a product whose slug another one has. */
export const uniqueSlug = (wanted: string, id: string): string => `${wanted}-${id.slice(-6)}`
