import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { AppliesTo, goodsJson } from './applies-to.ts'
import type { ProblemCode } from '../../platform/errors/problem-codes.ts'
import { amountRefusals } from '../../platform/operation/shared-refusals.ts'
import { discountKinds } from '../../platform/db/schema/discounts.ts'
import { Amount } from '../../platform/values/money.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { DayOrMoment, Line } from '../../platform/values/text.ts'

const count = z.int().min(1).max(1e9).nullable().optional()

export const DiscountFields = {
  name: Line(100).optional().describe('What shoppers read. Default: the code'),
  code: Identifier(64).nullable().optional().describe('Case and spaces do not matter. Unique in the store'),
  automatic: z.boolean().optional().describe('true instead of a code: applies automatically'),
  kind: z.enum(discountKinds),
  value: z
    .number()
    .min(0)
    .max(1e15)
    .nullable()
    .optional()
    .describe('percentage: percent, at most 4 decimals. fixed: amount in major units. free_delivery: none, or 0')
    .meta({ tool: 'Percent or amount' }),
  max_amount: Amount.nullable().optional().describe('The most that a percentage takes off'),
  applies_to: AppliesTo.optional(),
  min_subtotal: Amount.nullable().optional().describe('Of these goods, before discounts'),
  min_quantity: count.describe('Of these goods'),
  starts_at: DayOrMoment.nullable()
    .optional()
    .describe("A time, or a date: when that day begins in the store's time zone"),
  ends_at: DayOrMoment.nullable()
    .optional()
    .describe("A time, or a date: the discount includes that day in the store's time zone"),
  usage_limit: count.describe('Orders in total'),
  usage_limit_per_customer: count.describe('Orders per customer'),
  first_order_only: z.boolean().optional().describe("Only for a customer's first order"),
  combines: z
    .boolean()
    .optional()
    .describe('A code and an automatic discount combine if both have this')
    .meta({ tool: 'A code with an automatic one, if both' }),
  active: z.boolean().optional().describe('Default: true'),
}

type DiscountInput = z.output<z.ZodObject<typeof DiscountFields>>

type Given = { readonly [Name in keyof DiscountInput]?: DiscountInput[Name] | undefined }

/** The fields that app.save_discount takes. */
export function discountFieldsJson({ applies_to, ...fields }: Given): SQL {
  const json = sql`${JSON.stringify(fields)}::jsonb`
  return applies_to ? sql`${json} || ${goodsJson(applies_to)}` : json
}

const codeTaken = 'Another discount of this store has this code. Choose a different one.'

const contradiction = (problem: ProblemCode, detail: string) => refusal('invalid_input', {}, detail, { problem })

/** Why the database can refuse a discount. */
export const discountRefusals = {
  ...amountRefusals,
  limit_reached: refusal(
    'limit_reached',
    { max_discounts: z.int() },
    {
      en: ({ max_discounts }) => `A store can have at most ${max_discounts} discounts. Delete one first.`,
      ar: ({ max_discounts }) => `لا يزيد عدد الخصومات في المتجر على ${max_discounts}. احذف خصمًا أولًا.`,
    },
  ),
  automatic_limit_reached: refusal(
    'limit_reached',
    { max_automatic_discounts: z.int() },
    {
      en: ({ max_automatic_discounts }) =>
        `A store can have at most ${max_automatic_discounts} automatic discounts that are active, those included that start later. Set active to false for another one, or delete it.`,
      ar: ({ max_automatic_discounts }) =>
        `لا يزيد عدد الخصومات التلقائية المفعّلة في المتجر على ${max_automatic_discounts}، بما فيها ما لم يبدأ بعد. أوقف خصمًا آخر أو احذفه أولًا.`,
    },
  ),
  discounts_code_key: refusal('duplicate', {}, codeTaken, { pointer: '/code' }),
  code_taken: refusal(
    'duplicate',
    { discount_id: z.string(), name: z.string() },
    ({ name }) => `The discount "${name}" of this store has this code. Choose a different one.`,
  ),
  value_required: refusal('invalid_input', { kind: z.string() }, ({ kind }) => `value is required for kind ${kind}.`, {
    problem: 'required',
    members: () => ({}),
  }),
  invalid_percentage: contradiction('invalid_percentage', 'A percentage must be at most 100, with at most 4 decimals.'),
  value_not_positive: contradiction('too_small', 'value must be more than 0.'),
  value_unused: contradiction('value_unused', 'Free delivery has no value. Omit value.'),
  max_amount_unused: contradiction('max_amount_unused', 'max_amount is only for kind percentage.'),
  code_required: refusal('invalid_input', {}, 'code is required unless automatic is true.', { problem: 'required' }),
  automatic_with_code: contradiction(
    'automatic_with_code',
    'An automatic discount has no code. Omit code or automatic.',
  ),
  invalid_code: contradiction('invalid_code', 'code must have letters or digits.'),
  ends_before_start: contradiction('ends_before_start', 'ends_at must be after starts_at.'),
  collection_not_found: refusal('collection_not_found', {}, 'This store has no collection with this id.'),
  product_not_found: refusal('product_not_found', {}, 'This store has no product with this id.'),
} as const satisfies Refusals
