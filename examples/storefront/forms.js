// Parts of forms for shop.js.
import { safe, show } from './html.js'

export const field = (name, label, more) => safe`<label>${label}<input name="${name}" ${more}></label>`

export const contact = (name, label, kind) => field(name, label, safe`required autocomplete="${kind}"`)

export const place = (name, label, kind) => field(name, label, safe`autocomplete="${kind}"`)

export const tick = (name, value, label, type = 'checkbox') =>
  safe`<label class="tick"><input type="${type}" name="${name}" value="${value}">${label}</label>`

export const radio = (name, value, label) => tick(name, value, label, 'radio')

export const select = (name, label, options) => safe`<label>${label}<select name="${name}">
  ${options.map(([value, shown]) => safe`<option value="${value}">${shown}</option>`)}</select></label>`

export const group = (label, parts) =>
  parts.length > 0 ? safe`<fieldset><legend>${label}</legend>${parts}</fieldset>` : ''

/** Fills in a form with what was chosen before: pairs of names and values. */
export function restore(chosen) {
  for (const [name, value] of chosen)
    for (const input of document.getElementsByName(name))
      if (['checkbox', 'radio'].includes(input.type)) input.checked ||= input.value === value
      else input.value = value
}

/** Prices a form now and after every change, and sends it. What goes wrong is said in its alert. */
export function listen(form, price, send) {
  const attempt = async (work) => {
    show('', '[role=alert]')
    await work().catch(({ message }) => show(message, '[role=alert]'))
  }
  const contact = ['name', 'phone', 'line1', 'area', 'city', 'postal_code']
  form.addEventListener('change', ({ target: { name } }) => contact.includes(name) || attempt(() => price(name)))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(send)
  })
  void attempt(price)
}
