// The page in place of one that cannot be shown.
import { safe, show } from './html.js'
import { link, query, shop, text } from './store.js'

export const toAllProducts = () => safe`<a class="button" href="${link()}">${text.all}</a>`

export function showProblem(problem) {
  const { status, message } = problem
  // A fault of this script.
  if (status === undefined) throw problem
  const what = shop.problem ? 'shop' : ['order', 'product', 'collection'].find((name) => query.has(name))
  const again = safe`<a class="button" href="${location.href}">${text.again}</a>`
  show(safe`<h1>${(status === 404 && text.missing[what]) || text.failed}</h1><p>${message}</p>
    ${[404, 422].includes(status) ? !shop.problem && toAllProducts() : again}`)
}
