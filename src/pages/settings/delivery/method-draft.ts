import type * as z from 'zod'
import type { DeliveryMethod } from '../../../areas/delivery-methods/delivery-method.ts'
import { amountText, fieldNamed, type FormDraft, isTicked, numberIn, type Texts, tick } from '../page/draft.ts'
import type { Language } from '../../../platform/values/language.ts'
import { wordsIn } from '../words/words.ts'
import { zonesIn, zonesText } from './zones-text.ts'

const methodFields = [
  'name',
  'kind',
  'active',
  'zones',
  'price',
  'free_from',
  'rate_per_kg',
  'cod_fee',
  'min_subtotal',
  'max_subtotal',
  'max_weight_kg',
  'payment_methods',
  'min_days',
  'max_days',
  'pickup_address',
  'position',
] as const

export type MethodField = (typeof methodFields)[number]

export type MethodDraft = FormDraft<MethodField>

export type Method = z.output<typeof DeliveryMethod>

export function savedMethod(method: Method | undefined, decimals: number, language: Language): MethodDraft {
  const amount = (value: number | null | undefined) => amountText(value ?? null, decimals)
  const weight = method?.max_weight_g ?? null
  const values: Record<MethodField, string> = {
    name: method?.name ?? '',
    kind: method?.kind ?? 'delivery',
    active: tick(method?.active ?? true),
    zones: zonesText(method?.zones ?? [], language),
    price: amount(method?.price),
    free_from: amount(method?.free_from),
    rate_per_kg: amount(method?.rate_per_kg),
    cod_fee: amount(method?.cod_fee),
    min_subtotal: amount(method?.min_subtotal),
    max_subtotal: amount(method?.max_subtotal),
    max_weight_kg: weight === null ? '' : String(weight / 1000),
    payment_methods: (method?.payment_methods ?? []).join(', '),
    min_days: String(method?.estimated_days?.min ?? ''),
    max_days: String(method?.estimated_days?.max ?? ''),
    pickup_address: method?.pickup_address ?? '',
    position: String(method?.position ?? ''),
  }
  return { valueOf: (field) => values[field], errors: new Map() }
}

/** A delivery method as a person typed it, for the operation to check. */
export function methodIn(valueOf: MethodDraft['valueOf'], language: Language) {
  const { zones, error } = zonesIn(valueOf('zones'), language)
  const number = (field: MethodField) => numberIn(valueOf(field))
  const [min, max] = [number('min_days'), number('max_days')]
  const fields = {
    name: valueOf('name'),
    kind: valueOf('kind'),
    active: isTicked(valueOf('active')),
    zones,
    price: number('price'),
    free_from: number('free_from'),
    rate_per_kg: number('rate_per_kg'),
    cod_fee: number('cod_fee'),
    min_subtotal: number('min_subtotal'),
    max_subtotal: number('max_subtotal'),
    max_weight_g: gramsIn(number('max_weight_kg')),
    payment_methods: valueOf('payment_methods')
      .split(/[,،]/)
      .map((method) => method.trim())
      .filter((method) => method !== ''),
    estimated_days: min === null && max === null ? null : { min: min ?? max, max: max ?? min },
    pickup_address: valueOf('pickup_address') || null,
    position: number('position') ?? undefined,
  }
  return { fields, zonesError: error }
}

/** Grams that are not whole stay a fraction, so that the operation rejects them. */
const gramsIn = (kilograms: unknown) => (typeof kilograms === 'number' ? Math.round(kilograms * 1e6) / 1000 : kilograms)

const fieldOf = fieldNamed(methodFields, { max_weight_g: 'max_weight_kg' })

export const methodTexts = (language: Language): Texts<MethodField> => ({
  fieldAt(pointer) {
    if (pointer.startsWith('/estimated_days')) return pointer.endsWith('/max') ? 'max_days' : 'min_days'
    return fieldOf(pointer.split('/')[1])
  },
  byField: wordsIn(language).delivery.wrong,
  byCode: wordsIn(language).delivery.wrongBecause,
})
