import { type Browser, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { accessibilityProblems } from './accessibility.ts'
import { logIn, openContext, problemsOf, sizes } from './browser.ts'

// The console that the service itself serves, built, behind its policy.

/** Signs a person in on the way from the start, and fails on every error of a script and every violation of the policy. */
export async function asPerson(
  browser: Browser,
  { email, locale = 'en-GB', path = '/' }: { readonly email: string; readonly locale?: string; readonly path?: string },
  work: (page: Page, problems: string[]) => Promise<void>,
): Promise<void> {
  const context = await openContext(browser, inject('stack').baseUrl, { locale })
  const problems = problemsOf(context)
  try {
    const page = await context.newPage()
    await page.goto(path)
    await logIn(page, email)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    // Before signing in, the browser reports that the service does not know the person.
    problems.length = 0
    await work(page, problems)
    expect(problems).toEqual([])
  } finally {
    await context.close()
  }
}

/** Once in each size and once in each scheme. */
const looks = [
  { size: 'phone', scheme: 'light' },
  { size: 'desktop', scheme: 'dark' },
] as const

/** Whether what the page shows is accessible, and does not scroll sideways. `what`: its name, should it not be. `only`: in one size. */
export async function expectFits(page: Page, what: string, only?: keyof typeof sizes): Promise<void> {
  for (const { size, scheme } of looks) {
    if (size !== (only ?? size)) continue
    await page.setViewportSize(sizes[size])
    await page.emulateMedia({ colorScheme: scheme })
    // What fades in has too little contrast meanwhile. What turns without end is left out.
    await page.evaluate(`Promise.allSettled(document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished))`)
    expect(await accessibilityProblems(page, scheme), `${what} ${size} ${scheme}`).toEqual([])
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(overflow), `${what} scrolls sideways on a ${size}`).toBe(0)
  }
}
