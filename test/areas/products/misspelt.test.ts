import { expect, test } from 'vitest'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { openWindow } from '../storefront/shop-window.ts'
import { expectBody } from '../../support/shop.ts'

/** The word with one mistake: a letter missing, wrong or too many, or two neighbours swapped. */
function misspellings(word: string): string[] {
  const places = Array.from({ length: word.length + 1 }, (_, at) => at)
  const [wrong, swapped] = [places.slice(0, -1), places.slice(0, -2)]
  return [
    ...wrong.map((at) => word.slice(0, at) + word.slice(at + 1)),
    ...wrong.map((at) => `${word.slice(0, at)}x${word.slice(at + 1)}`),
    ...places.map((at) => `${word.slice(0, at)}x${word.slice(at)}`),
    ...swapped.map((at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)),
  ]
}

test('each word of a search may have one mistake, wherever it is, and none two', async () => {
  const { addProduct, visit } = await openWindow()
  await addProduct({ title: 'Leather wallet' })
  await addProduct({ title: 'Cotton scarf' })
  const found = async (q: string) => {
    const { data } = expectBody(await visit(`/products?${new URLSearchParams({ q }).toString()}`), 200, PublicProducts)
    return data.map(({ title }) => title)
  }
  // The other word has a mistake as well: otherwise a part of a word would be found without any being forgiven.
  for (const wallet of misspellings('wallet'))
    expect(await found(`laether ${wallet}`), wallet).toEqual(['Leather wallet'])
  for (const leather of misspellings('leather'))
    expect(await found(`${leather} walelt`), leather).toEqual(['Leather wallet'])
  for (const scarf of misspellings('scarf').filter(({ length }) => length >= 5))
    expect(await found(`${scarf} coton`), scarf).toEqual(['Cotton scarf'])
  for (const twice of ['xallxt', 'wallexx', 'awlelt', 'wall', 'letwal'])
    expect(await found(`laether ${twice}`), twice).toEqual([])
  // Words of fewer than five letters must be right.
  await addProduct({ title: 'Silk shirt' })
  expect(await found('silk shrit')).toEqual(['Silk shirt'])
  expect(await found('slik shirt')).toEqual([])
})
