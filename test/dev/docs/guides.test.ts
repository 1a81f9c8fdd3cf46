import { expect, test } from 'vitest'
import { guideNamed, guides } from '../../../dev/docs/guides.ts'

test.for(guides)('the page %s has no inline styles, which its policy would block', (name) => {
  expect(guideNamed(name).html).not.toMatch(/<[^>]+ style=/)
})
