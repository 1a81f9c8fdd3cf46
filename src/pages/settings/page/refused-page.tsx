import type { Context } from 'hono'
import { type LanguageEnv, withLanguage } from '../words/language.ts'
import { errorPage } from './error-page.tsx'
import { pageRefusedText } from './error-text.ts'
import type { PageRefused } from './page-refused.ts'
import { show } from './page.tsx'

/** Shows why a page is refused. */
export const refusedPage = (c: Context<LanguageEnv>, problem: PageRefused['problem']): Promise<Response> =>
  show(c, errorPage({ ...pageRefusedText(problem), requestId: c.var.requestId }))

/** The page for addresses that do not exist, outside of the pages that have a language. */
export async function noSuchAddress(c: Context): Promise<Response> {
  const response = await withLanguage(c, async () => {
    c.res = await refusedPage(c, 'no_such_page')
  })
  return response ?? c.res
}
