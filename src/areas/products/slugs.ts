import { slugOf } from '../../platform/values/text.ts'

export const defaultSlug = (title: string): string => slugOf(title) || 'product'
