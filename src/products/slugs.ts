import { slugOf } from '../text.ts'

export const defaultSlug = (title: string): string => slugOf(title) || 'product'

/** The slug to use if another product already has `slug`. */
export const uniqueSlug = (slug: string, id: string): string => `${slug}-${id.slice(-6)}`
