// The page of the cart, with the form that orders it.
import { isPart, showAddress } from './address.js'
import { drawLines, listenToLines } from './cart-lines.js'
import { readCart, saveCart } from './cart.js'
import { contact, field, filledIn, group, onSubmit, optional, radio, restore, select } from './forms.js'
import { safe, show } from './html.js'
import { amounts } from './prices.js'
import { toAllProducts } from './problem.js'
import { clearRefusal, showRefusal } from './refusal.js'
import { keep, kept } from './storage.js'
import { inStore, link, money, text } from './store.js'

function showEmpty() {
  show(safe`<h1 tabindex="-1">${text.cart}</h1><p>${text.empty}</p>${toAllProducts()}`)
  document.querySelector('h1').focus()
}

export async function showCart() {
  if (readCart().lines.length === 0) return showEmpty()
  show(safe`<article><div><h1 tabindex="-1">${text.cart}</h1><ul class="lines">${await drawLines()}</ul></div>
    <form novalidate><h2>${text.checkout}</h2>${contact('name', text.name, 'name')}${contact('phone', text.phone, 'tel')}
    ${select('country', text.country, text.countries, safe`autocomplete="country"`)}<div id="address"></div>
    <div id="methods"></div>${field('discount_code', optional(text.code))}<dl></dl><p>${text.pay}</p>
    <div role="alert" tabindex="-1"></div><button>${text.order}</button></form></article>`)
  const [form] = document.forms
  // What this browser entered last.
  const shopper = kept('shopper')
  restore(Object.entries(shopper))
  await showAddress({ ...shopper, country: form.elements.country.value })
  listen(form)
}

function cartOf(form) {
  const { country, region, discount_code, delivery_method_id } = filledIn(form)
  const items = readCart().lines.map(({ slug, variant_id, quantity }) => ({ product_slug: slug, variant_id, quantity }))
  return {
    items,
    destination: { country, region },
    discount_code,
    delivery_method_id,
    payment_method: 'cash_on_delivery',
  }
}

/** Where the chosen method is not on offer, the first one is. */
const quoteOf = (cart) =>
  inStore('/quote', cart).catch((problem) => {
    if (!problem.code?.startsWith('delivery_method_')) throw problem
    return inStore('/quote', { ...cart, delivery_method_id: undefined })
  })

/** Prices the cart now and after every change, and orders it. */
function listen(form) {
  const [button, alert] = [form.querySelector('button'), form.querySelector('[role=alert]')]
  let quote, shownMethods
  let latest = 0

  function showQuote(quoted) {
    quote = quoted
    const method = ({ id, name, amount }) =>
      radio('delivery_method_id', id, `${name}: ${amount > 0 ? money(amount) : text.free}`)
    const methods = group(text.shipping, quote.delivery_methods.map(method))
    // Drawn again, the one with the focus would lose it.
    if (methods.html !== shownMethods) show(methods, '#methods')
    shownMethods = methods.html
    restore([['delivery_method_id', quote.delivery?.method_id]])
    show(amounts(quote), 'dl')
  }

  async function showPrice(changed) {
    if (readCart().lines.length === 0) return showEmpty()
    const turn = (latest += 1)
    try {
      if (changed === 'country') await showAddress(filledIn(form))
      const answer = await quoteOf(cartOf(form))
      // Something else has changed meanwhile.
      if (turn !== latest) return
      clearRefusal()
      showQuote(answer)
      show(answer.discount_refused?.detail, alert)
    } catch (problem) {
      if (turn !== latest) return
      quote = undefined
      show('', 'dl')
      showRefusal(problem, form)
    }
  }

  /** At the total that is shown: the service refuses another one. */
  async function order() {
    const given = filledIn(form)
    const { name, phone, country } = given
    const address = Object.fromEntries(Object.entries(given).filter(([part]) => part === 'country' || isPart(part)))
    keep('shopper', { name, phone, ...address })
    // Neither a second press nor a repeated request orders the cart twice.
    button.disabled = true
    try {
      const request = {
        ...cartOf(form),
        customer: { name, phone, country },
        address,
        expected_total: quote.total_amount,
      }
      const { id } = await inStore('/orders', request, readCart().key)
      saveCart([])
      location.assign(link({ order: id }))
    } catch (problem) {
      button.disabled = false
      if (problem.quote) showQuote(problem.quote)
      const wrong = showRefusal(problem, form) ?? alert
      wrong.focus()
    }
  }

  onSubmit(form, () => (quote ? order() : showPrice()))
  form.addEventListener('change', ({ target: { name } }) => {
    if (['country', 'region', 'delivery_method_id', 'discount_code'].includes(name)) void showPrice(name)
  })
  listenToLines(document.querySelector('.lines'), showPrice)
  void showPrice()
}
