// Why a cart cannot be ordered, in words.
import { safe, show } from './html.js'
import { text } from './store.js'

const alertOf = (place) => place.querySelector('[role=alert]')

export function clearRefusal() {
  for (const alert of document.querySelectorAll('[role=alert]')) show('', alert)
  for (const control of document.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid')
}

/** Says beside each line what is wrong with it, and the rest in the form. Returns the first control to correct, if any. */
export function showRefusal({ code, message, errors = [] }, form) {
  clearRefusal()
  const lines = document.querySelectorAll('.lines li')
  const general = new Set()
  const controls = errors.map(({ pointer, code, detail }) => {
    const [part, nth, ...rest] = pointer.slice(1).split('/')
    const words = text.refusals[code] ?? detail
    const line = part === 'items' && lines[nth]
    if (line) show(words, alertOf(line))
    else general.add(words)
    return line ? line.querySelector('input, button') : form.querySelector(`[name="${rest.at(-1) ?? nth ?? part}"]`)
  })
  const inLines = errors.length > general.size ? text.check_lines : ''
  const said = [...general].map((words) => safe`<p>${words}</p>`)
  show(said.length > 0 ? said : inLines || (text.refusals[code] ?? message), alertOf(form))
  const wrong = controls.filter(Boolean)
  for (const control of wrong) if (!control.matches('button')) control.setAttribute('aria-invalid', 'true')
  return wrong[0]
}
