import type * as z from 'zod'
import type { DeliveryMethod } from '../../delivery-methods/delivery-method.ts'
import { amountText, type Draft, isTicked, numberIn, tick } from '../ui/draft.ts'
import { zonesIn, zonesText } from './zones-text.ts'

export type MethodField =
  | 'name'
  | 'kind'
  | 'active'
  | 'zones'
  | 'price'
  | 'free_from'
  | 'rate_per_kg'
  | 'cod_fee'
  | 'min_subtotal'
  | 'max_subtotal'
  | 'max_weight_kg'
  | 'payment_methods'
  | 'min_days'
  | 'max_days'
  | 'pickup_address'
  | 'position'

export type MethodDraft = Draft<MethodField>

export type Method = z.output<typeof DeliveryMethod>

export function savedMethod(method: Method | undefined, decimals: number): MethodDraft {
  const amount = (value: number | null | undefined) => amountText(value ?? null, decimals)
  const weight = method?.max_weight_g ?? null
  const values: Record<MethodField, string> = {
    name: method?.name ?? '',
    kind: method?.kind ?? 'delivery',
    active: tick(method?.active ?? true),
    zones: zonesText(method?.zones ?? []),
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
export function methodIn(valueOf: MethodDraft['valueOf']) {
  const { zones, error } = zonesIn(valueOf('zones'))
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

const amountError = 'Enter an amount such as 2.50, with the decimals of your currency and without commas.'
const optionalAmountError = `${amountError} Or leave this empty.`
const daysError = 'Enter whole days, from 0 to 365.'

const fieldOfStep: Readonly<Record<string, MethodField>> = {
  name: 'name',
  kind: 'kind',
  zones: 'zones',
  price: 'price',
  free_from: 'free_from',
  rate_per_kg: 'rate_per_kg',
  cod_fee: 'cod_fee',
  min_subtotal: 'min_subtotal',
  max_subtotal: 'max_subtotal',
  max_weight_g: 'max_weight_kg',
  payment_methods: 'payment_methods',
  pickup_address: 'pickup_address',
  position: 'position',
}

export const methodTexts = {
  fieldAt(pointer: string): MethodField | undefined {
    if (pointer.startsWith('/estimated_days')) return pointer.endsWith('/max') ? 'max_days' : 'min_days'
    return fieldOfStep[pointer.split('/')[1] ?? '']
  },
  byField: {
    name: 'Enter a name of up to 100 characters.',
    kind: 'Choose one.',
    active: 'Choose one.',
    zones: 'Enter at most 250 countries, and at most 1,000 regions of up to 100 characters.',
    price: `${amountError} 0 is free.`,
    free_from: optionalAmountError,
    rate_per_kg: optionalAmountError,
    cod_fee: optionalAmountError,
    min_subtotal: optionalAmountError,
    max_subtotal: optionalAmountError,
    max_weight_kg: 'Enter kilograms such as 2.5, to the gram, or leave this empty.',
    payment_methods: 'Enter at most 20, separated by commas.',
    min_days: daysError,
    max_days: daysError,
    pickup_address: 'Enter at most 500 characters.',
    position: 'Enter a whole number from 0 to 10,000.',
  },
  byCode: {
    subtotals_contradict: 'The smallest order cannot be more than the largest.',
    not_a_pickup: 'Only a pick-up has an address. Remove it, or choose pick-up above.',
  },
} as const
