// Parts of forms.
import { safe } from './html.js'
import { text } from './store.js'

/** A label of a field that can be left out. The others are required. */
export const optional = (label) => `${label} (${text.optional})`

const labelled = (label, control) => safe`<label><span>${label}</span>${control}</label>`

export const field = (name, label, more) => labelled(label, safe`<input name="${name}" ${more}>`)

export const contact = (name, label, kind) =>
  field(name, label, safe`required autocomplete="${kind}" ${kind === 'tel' && 'type=tel'}`)

export const quantity = (label, value) =>
  field('quantity', label, safe`type="number" inputmode="numeric" required min="1" max="100" value="${value}"`)

export const tick = (name, value, label, type = 'checkbox') =>
  safe`<label class="tick"><input type="${type}" name="${name}" value="${value}"><span>${label}</span></label>`

export const radio = (name, value, label) => tick(name, value, label, 'radio')

export const select = (name, label, options, more) =>
  labelled(
    label,
    safe`<select name="${name}" ${more}>
      ${options.map(([value, shown]) => safe`<option value="${value}">${shown}</option>`)}</select>`,
  )

export const group = (label, parts) =>
  parts.length > 0 ? safe`<fieldset><legend>${label}</legend>${parts}</fieldset>` : ''

/** Fills in a form with what was chosen before: pairs of names and values. */
export function restore(chosen) {
  for (const [name, value] of chosen)
    for (const input of document.getElementsByName(name))
      if (['checkbox', 'radio'].includes(input.type)) input.checked ||= input.value === value
      else {
        input.value = value
        // A select without this option.
        if (input.selectedIndex === -1) input.selectedIndex = 0
      }
}

/** What was filled in. */
export const filledIn = (form) => Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))

export const onSubmit = (form, send) =>
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send()
  })
