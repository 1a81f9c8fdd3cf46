import MarkdownIt from 'markdown-it'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPage } from '../../../src/areas/storefront/create-page.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'

const kilobytes = (text: string, count = 100) => text.repeat(Math.floor((count * 1024) / text.length))

const costly = {
  'a table whose short rows are filled up to hundreds of columns': `${'|'.repeat(501)}\n${'|-'.repeat(500)}|\n${'a\n'.repeat(40_000)}`,
  'a table in a quote': `> ${'|'.repeat(501)}\n> ${'|-'.repeat(500)}|\n${'> a\n'.repeat(20_000)}`,
  'tens of thousands of list items': kilobytes('- a\n'),
  'lists in lists': kilobytes('- - - - - - - - - - a\n'),
  'numbered lists in lists': kilobytes('1. 1) 1. 1) a\n'),
  'emphasis everywhere': kilobytes('*a* '),
  'links everywhere': kilobytes('[a](b)'),
  'thousands of lines': kilobytes('a\n'),
  'brackets that begin no link': kilobytes('!['),
  'a few brackets before a long paragraph of signs': `${'!['.repeat(1000)}${kilobytes('-', 90)}`,
  'quotes that go on': `${'> '.repeat(18)}${kilobytes('a\n', 90)}`,
}

test.for(Object.entries(costly))('%s: the page is refused before it is rendered', async ([, body]) => {
  const { owner } = await openShop()
  const page = expectBody(await owner.post('/api/storefront/pages', { title: 'Sizes' }), 201, createPage.output)
  const render = vi.spyOn(MarkdownIt.prototype, 'parse')
  onTestFinished(() => render.mockRestore())
  for (const answer of [
    await owner.post('/api/storefront/pages', { title: 'Sizes', body }),
    await owner.patch(`/api/storefront/pages/${page.id}`, { body }),
  ]) {
    const { errors } = expectProblem(answer, 422, 'invalid_input')
    expect(errors).toMatchObject([{ pointer: '/body', detail: expect.stringContaining('at most 5000 marks') }])
  }
  expect(render).not.toHaveBeenCalled()
})

test('long pages of shops have far fewer: terms, questions, sizes and links', async () => {
  const { owner } = await openShop()
  const prose = 'We send your order within two days. Returns are free for a month (see below), except for *sale* items.'
  const terms = `## 1. Orders\n\n${`${prose} `.repeat(4)}\n\n- ${prose}\n- **Note:** ${prose}\n\n`
  const sizes = `| Size | EU | UK | US | Chest | Waist |\n|---|--:|--:|--:|---|---|\n${'| M | 48 | 38 | 38 | 96-100 cm | 84-88 cm |\n'.repeat(150)}\n`
  const links = `${'- [Scarf in wool](/products/scarf-in-wool?color=dark-blue&size=m) - our *best* scarf\n'.repeat(100)}\n`
  const body = terms.repeat(100) + sizes + links
  expect(body.length).toBeGreaterThan(80_000)
  const answer = await owner.post('/api/storefront/pages', { title: 'Terms', body })
  expect(expectBody(answer, 201, createPage.output).body_html).toContain('<td align="right">48</td>')
})
