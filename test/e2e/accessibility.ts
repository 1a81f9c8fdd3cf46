import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Frame, Page } from 'playwright-core'
import { z } from 'zod'

// The smaller of the two forms in which axe comes with its builder.
const axe = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')

/**
 * What is not accessible on the page, in the colour scheme that it shows. The pages have no frames, for which the builder
 * would load axe for every check. Loading it takes longer than a check does, so here it is loaded once for each document.
 */
export async function accessibilityProblems(page: Page, scheme: 'light' | 'dark'): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('A page with frames needs a check of its own.')
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await readFile(axe, 'utf8'))
  const builder = new AxeBuilder({ page, axeSource: '"loaded"' })
    .setLegacyMode()
    // Nobody reads the selectors, which take a tenth of a check.
    .options({ resultTypes: ['violations'], selectors: false })
  // Dark mode differs only in colours.
  const { violations } = await (scheme === 'dark' ? builder.withRules(['color-contrast']) : builder).analyze()
  return violations.map(
    ({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
  )
}

const Found = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

/** What is not accessible in a frame, which the builder would look at only together with its page. */
export async function accessibilityProblemsIn(frame: Frame): Promise<string[]> {
  await frame.evaluate(await readFile(axe, 'utf8'))
  const violations = Found.parse(await frame.evaluate('axe.run().then(({ violations }) => violations)'))
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)
}
