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
  if (!hasTowns) return
  let chosenByTown = ''
  // Those of all regions, unless the shopper has chosen one. Others can be typed.
  const offer = () => {
    const towns = regions.filter(({ name }) => ['', chosenByTown, name[text.locale]].includes(region.value))
    const options = towns.flatMap(({ cities }) => cities).map(({ name }) => safe`<option value="${name[text.locale]}">`)
    show(options, '#towns')
  }
  // The delivery depends on the region. A town that is known chooses it, but not against the shopper.
  const follow = () => {
    const found = regionOf(city.value, regions)
    if (region.value === found || !['', chosenByTown].includes(region.value)) return false
    chosenByTown = region.value = found
    return true
  }
  region.addEventListener('change', () => {
    if (region.value !== chosenByTown) chosenByTown = ''
    offer()
  })
  city.addEventListener('change', () => {
    if (!follow()) return
    offer()
    region.dispatchEvent(new Event('followed', { bubbles: true }))
  })
  // What was filled in before is corrected with its town as well.
  if (region.value === regionOf(city.value, regions)) chosenByTown = region.value
  follow()
  offer()
}

/** As names are compared: without capitals, marks, and the differences of spelling that are usual in Arabic. */
const folded = (name) =>
  name.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ة', 'ه').replaceAll('ى', 'ي')

/** The region of a town, which may be in either language, or '' if it is not known. */
function regionOf(town, regions) {
  const isNamed = ({ name }) => Object.values(name).some((one) => folded(one) === folded(town))
  return regions.find(({ cities }) => cities.some(isNamed))?.name[text.locale] ?? ''
}
