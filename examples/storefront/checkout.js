// The page of the cart, with the form that orders it.
import { countries, formatOf, isPart, showAddress } from './address.js'
import { drawLines, listenToLines } from './cart-lines.js'
import { readCart, showCount } from './cart.js'
import { contact, field, filledIn, group, onSubmit, optional, radio, restore, select } from './forms.js'
import { safe, show } from './html.js'
import { amounts } from './prices.js'
import { toAllProducts } from './problem.js'
import { clearRefusal, showRefusal } from './refusal.js'
import { sendAgain, sendOrder, unanswered } from './sent-order.js'
import { keep, kept } from './storage.js'
import { inStore, link, money, text } from './store.js'

function showEmpty() {
  show(safe`<h1 tabindex="-1">${text.cart}</h1><p>${text.empty}</p>${toAllProducts()}`)
  document.querySelector('h1').focus()
}

export async function showCart() {
  if (readCart().length === 0) return showEmpty()
  show(safe`<article><div><h1 tabindex="-1">${text.cart}</h1><ul class="lines">${await drawLines()}</ul></div>
    <form novalidate><h2>${text.checkout}</h2>${contact('name', text.name, 'name')}${contact('phone', text.phone, 'tel')}
    ${select('country', text.country, countries(), safe`autocomplete="country"`)}<div id="address"></div>
    <div id="methods"></div>${field('discount_code', optional(text.code))}<dl></dl><p>${text.pay}</p><p id="unanswered"></p>
    <div role="alert" tabindex="-1"></div><button>${text.order}</button></form></article>`)
  const [form] = document.forms
  // What this browser entered last.
  restore(Object.entries(kept('shopper')))
  listen(form)
}

/** Another tab has changed it. A reload would lose what is typed, and the answer to an order that is on its way. */
export function refreshCart() {
  showCount()
  if (!document.forms[0]?.dispatchEvent(new Event('cart'))) location.reload()
}

function cartOf(form) {
  const { country, region, discount_code, delivery_method_id } = filledIn(form)
  const items = readCart().map(({ slug, variant_id, quantity }) => ({ product_slug: slug, variant_id, quantity }))
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
  const [button, alert, notice] = ['button', '[role=alert]', '#unanswered'].map((part) => form.querySelector(part))
  const list = document.querySelector('.lines')
  let quote, shownTerms, shownMethods, shownCountry
  // Until the shopper chooses, the first method on offer is: which that is can depend on the address.
  let chosenMethod
  let areLinesOld = false
  let latest = 0

  function showQuote(quoted) {
    quote = quoted
    // The shop pays in cash on delivery, which can cost a fee.
    const method = ({ id, name, amount, cod_fee }) =>
      radio('delivery_method_id', id, `${name}: ${amount + cod_fee > 0 ? money(amount + cod_fee) : text.free}`)
    const methods = group(text.shipping, quote.delivery_methods.map(method))
    // Drawn again, the one with the focus would lose it.
    if (methods.html !== shownMethods) show(methods, '#methods')
    shownMethods = methods.html
    restore([['delivery_method_id', quote.delivery?.method_id]])
    show(amounts(quote), 'dl')
    shownTerms = JSON.stringify([quote.total_amount, quote.delivery?.method_id])
  }

  /** Returns whether nothing else has changed meanwhile. */
  async function showPrice() {
    const turn = (latest += 1)
    quote = undefined
    if (readCart().length === 0) {
      showEmpty()
      return true
    }
    show(!button.disabled && unanswered() && text.unanswered, notice)
    try {
      const { country } = filledIn(form)
      const [lines, format] = await Promise.all([
        areLinesOld && drawLines(),
        country !== shownCountry && formatOf(country),
      ])
      if (turn !== latest) return false
      if (lines) show(lines, list)
      if (format) showAddress(format, shownCountry ? { ...filledIn(form), region: '' } : kept('shopper'))
      areLinesOld = false
      shownCountry = country
      const answer = await quoteOf({ ...cartOf(form), delivery_method_id: chosenMethod })
      if (turn !== latest) return false
      clearRefusal()
      showQuote(answer)
      show(answer.discount_refused?.detail, alert)
    } catch (problem) {
      if (turn !== latest) return false
      shownTerms = undefined
      show('', 'dl')
      showRefusal(problem, form)
    }
    return true
  }

  /** At the total that is shown: the service refuses another one. */
  function send() {
    const given = filledIn(form)
    const { name, phone, country } = given
    const address = Object.fromEntries(Object.entries(given).filter(([part]) => part === 'country' || isPart(part)))
    keep('shopper', { name, phone, ...address })
    return sendOrder({
      ...cartOf(form),
      customer: { name, phone, country },
      address,
      expected_total: quote.total_amount,
    })
  }

  async function order() {
    // A second press orders nothing.
    button.disabled = true
    // What the shopper saw when pressing. A field that was filled in just before can change it.
    const agreedTerms = shownTerms
    let turn
    try {
      let id = await sendAgain()
      let isPriced = id || quote
      while (!isPriced) isPriced = await showPrice()
      turn = latest
      if (!id && quote && shownTerms === agreedTerms) id = await send()
      if (id) return location.assign(link({ order: id }))
      button.disabled = false
      show(unanswered() && text.unanswered, notice)
      // The alert may already say why a code does not apply.
      if (quote)
        show(
          [alert.textContent, text.check_total].filter(Boolean).map((words) => safe`<p>${words}</p>`),
          alert,
        )
      if (alert.textContent) alert.focus()
    } catch (problem) {
      button.disabled = false
      show(unanswered() && text.unanswered, notice)
      if (problem.quote && turn === latest) showQuote(problem.quote)
      // The next press asks for what is on offer now.
      if (problem.code?.startsWith('delivery_method_')) quote = undefined
      const wrong = showRefusal(problem, form) ?? alert
      wrong.focus()
    }
  }

  onSubmit(form, order)
  // A change does not tell of a press on the method that is already chosen.
  form.addEventListener('click', ({ target: { name, value } }) => {
    if (name === 'delivery_method_id') chosenMethod = value
  })
  form.addEventListener('change', ({ target: { name } }) => {
    if (['country', 'region', 'delivery_method_id', 'discount_code'].includes(name)) void showPrice()
  })
  // The region has followed the town, which the shopper has not seen yet.
  form.addEventListener('followed', () => {
    shownTerms = undefined
    void showPrice()
  })
  form.addEventListener('cart', () => {
    areLinesOld = true
    void showPrice()
  })
  listenToLines(list, showPrice)
  void showPrice()
}
