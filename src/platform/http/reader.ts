import type { Language } from '../values/language.ts'
import { acceptedLanguage } from './accepted-language.ts'
import type { RequestContext } from './app-env.ts'
import { ownToken } from './callers/own-token.ts'

/** A person who reads the texts of a response. */
export type Reader = { readonly language: Language; readonly isShopper: boolean }

/** Undefined for programs: whatever has an API key or a token, and whatever reads no page. They get English. */
export function readerOf(c: RequestContext): Reader | undefined {
  const { readers } = c.var
  if (readers === undefined || (readers === 'people' && ownToken(c) !== undefined)) return undefined
  return { language: acceptedLanguage(c.req.header('Accept-Language')), isShopper: readers === 'shoppers' }
}
