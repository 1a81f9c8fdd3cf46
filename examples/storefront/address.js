// The countries that the shop offers, and the fields of an address as its country writes it.
import { field, optional, restore, select } from './forms.js'
import { safe, show } from './html.js'
import { call, shop, text } from './store.js'

/** The parts that the form asks for, and what browsers call them. */
const kinds = {
  line1: 'address-line1',
  line2: 'address-line2',
  area: 'address-level3',
  city: 'address-level2',
  region: 'address-level1',
  postal_code: 'postal-code',
}

export const isPart = (name) => name in kinds

/** Where you deliver to. The store's own country comes first. */
const offered = ['US', 'CA', 'GB', 'KW', 'SA', 'AE']

/** Pairs of codes and names. */
export function countries() {
  const names = new Intl.DisplayNames(text.locale, { type: 'region' })
  return [...new Set([shop.country ?? offered[0], ...offered])].map((code) => [code, names.of(code)])
}

export const formatOf = (country) => call(`/address-formats/${country}`)

/** `filled`: what was filled in before. */
export function showAddress({ parts, regions }, filled) {
  const names = regions.map(({ name }) => [name[text.locale], name[text.locale]])
  const alternatives = parts.map(({ alternative }) => alternative)
  // Some countries write an area in place of a city.
  const town = parts.some(({ name, alternative }) => name === 'city' && alternative !== 'area') ? 'city' : 'area'
  const hasTowns = regions.some(({ cities }) => cities.length > 0)
  const draw = ({ name, label, required, alternative }) => {
    const more = safe`autocomplete="${kinds[name]}" ${required && !alternative && 'required'}
      ${hasTowns && name === town && 'list=towns'}`
    // One of two that stand in for each other is needed.
    const shown = required || alternatives.includes(name) ? label[text.locale] : optional(label[text.locale])
    return name === 'region' && names.length > 0
      ? select(name, shown, [['', text.choose], ...names], more)
      : field(name, shown, more)
  }
  show([...parts.filter(({ name }) => isPart(name)).map(draw), safe`<datalist id="towns"></datalist>`], '#address')
  restore(Object.entries(filled).filter(([name]) => isPart(name)))
  const [[region], [city]] = ['region', town].map((name) => document.getElementsByName(name))
  const offer = () => offerTowns(regions, region?.value)
  region?.addEventListener('change', offer)
  // A town that is known chooses its region, on which the delivery depends.
  city?.addEventListener('change', () => {
    const found = regions.find(({ cities }) => cities.some(({ name }) => name[text.locale] === city.value.trim()))
    if (!found || region.value !== '') return
    region.value = found.name[text.locale]
    region.dispatchEvent(new Event('change', { bubbles: true }))
  })
  offer()
}

/** Those of the chosen region, or of all if none is. Others can be typed. */
function offerTowns(regions, chosen) {
  const towns = regions.filter(({ name }) => !chosen || name[text.locale] === chosen).flatMap(({ cities }) => cities)
  const options = towns.map(({ name }) => safe`<option value="${name[text.locale]}">`)
  show(options, '#towns')
}
