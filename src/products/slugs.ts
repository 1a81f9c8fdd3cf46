import { slugOf } from '../text.ts'

export const defaultSlug = (title: string): string => slugOf(title) || 'product'
