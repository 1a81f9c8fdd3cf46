import fc from 'fast-check'
import { codes, goodsNames, methodNames } from './catalogue.ts'

// What a merchant can do to the orders of a store, in words, so that a failure reads as a story.

export type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never

/** Plain objects, which are easier to read. */
const record = <T>(model: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) => fc.record<T>(model, { noNullPrototype: true })

const often = <T>(usual: T, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<T>(usual) }, { weight: 1, arbitrary: rare })

const line = record({
  goods: fc.constantFrom(...goodsNames),
  quantity: fc.integer({ min: 1, max: 5 }),
  /** Minor units; null: the catalogue price. */
  price: often<number | null>(null, fc.integer({ min: 0, max: 20_000 })),
})

const lines = fc.array(line, { minLength: 1, maxLength: 4 })

const place = fc.constantFrom('KW', 'KW', 'KW', 'BH', 'SA', null)
const delivery = fc.constantFrom('Courier', ...methodNames, null)
const code = fc.constantFrom(null, null, ...codes)
const payment = fc.constantFrom('card', 'cash on delivery', null)
const permille = fc.integer({ min: 1, max: 1000 })

const cart = record({ lines, to: place, delivery, code, payment })

/** A discount and a tax are percentages of the subtotal. */
const stated = fc.oneof(
  record({ discount: fc.integer({ min: 0, max: 60 }) }),
  record({ shipping: fc.nat(5000) }),
  record({ tax: fc.integer({ min: 0, max: 20 }) }),
  record({ discount: fc.integer({ min: 0, max: 60 }), shipping: fc.nat(5000) }),
  record({ discount: fc.integer({ min: 0, max: 60 }), tax: fc.integer({ min: 0, max: 20 }) }),
)

export const newOrder = fc.oneof(
  { weight: 4, arbitrary: record({ move: fc.constant('order'), cart }) },
  { weight: 2, arbitrary: record({ move: fc.constant('order with stated amounts'), cart, stated }) },
)

/** The total is a percentage of the subtotal. */
export const orderWithTotal = record({
  move: fc.constant('order with a stated total'),
  lines,
  percent: fc.integer({ min: 0, max: 150 }),
})

const change = fc.oneof(
  record({ items: lines }),
  record({ to: place }),
  record({ delivery }),
  record({ code }),
  record({ payment }),
)

/** The nth of the orders so far, counted again from the first after the last. */
const nth = fc.nat(4)

const move = fc.oneof(
  { weight: 1, arbitrary: record({ move: fc.constant('quote'), cart }) },
  { weight: 1, arbitrary: newOrder },
  { weight: 1, arbitrary: orderWithTotal },
  { weight: 8, arbitrary: record({ move: fc.constant('change'), nth, change }) },
  {
    weight: 4,
    arbitrary: record({
      move: fc.constant('pay'),
      nth,
      amount: fc.constantFrom('what is due', 'what is due', 'a part', 'too much', 'more, on purpose'),
      permille,
    }),
  },
  {
    weight: 2,
    arbitrary: record({
      move: fc.constant('refund'),
      nth,
      amount: fc.constantFrom('a part', 'a part', 'everything', 'too much'),
      isDueAgain: fc.boolean(),
      permille,
    }),
  },
  { weight: 2, arbitrary: record({ move: fc.constant('take a payment back'), nth, which: fc.nat(4) }) },
  {
    weight: 5,
    arbitrary: record({
      move: fc.constant('act'),
      nth,
      action: fc.constantFrom('confirm', 'confirm', 'confirm', 'deliver', 'cancel'),
    }),
  },
  { weight: 3, arbitrary: record({ move: fc.constant('ship some'), nth, permille }) },
  {
    weight: 3,
    arbitrary: record({ move: fc.constant('take some back'), nth, how: fc.constantFrom('return', 'refuse'), permille }),
  },
  { weight: 3, arbitrary: record({ move: fc.constant('undo'), nth }) },
)

export type Move = Generated<typeof move>
export type Line = Generated<typeof line>
export type Cart = Generated<typeof cart>
export type Stated = { readonly discount?: number; readonly shipping?: number; readonly tax?: number }
export type Change = Generated<typeof change>

/** As a failure shows it: one line for each move. */
const inWords = (move: string, details: object) => `${move} ${JSON.stringify(details)}`

const told = <Story extends object>(story: Story, linesOf: (story: Story) => readonly string[]): Story =>
  Object.assign(story, {
    [fc.toStringMethod]: () =>
      linesOf(story)
        .map((line, at) => `\n${at + 1}. ${line}`)
        .join(''),
  })

/** As many as asked for, and fewer once a failure is shrunk. */
const shrinking = <T>(arbitrary: fc.Arbitrary<T>, length: number) =>
  fc
    .array(fc.option(arbitrary, { freq: 1000 }), { minLength: length, maxLength: length, size: 'max' })
    .map((made) => made.filter((one) => one !== null))

/** Starts with three orders, so that the other moves find some. */
export const moves = (length: number) =>
  fc
    .tuple(shrinking(newOrder, 3), shrinking(move, length - 3))
    .map(([orders, rest]) =>
      told<readonly Move[]>([...orders, ...rest], (story) =>
        story.map(({ move, ...details }) => inWords(move, details)),
      ),
    )

/** How the goods of an order come back: in these portions, and which suggestions are refunded at once. */
export const comingBack = record({
  paid: fc.constantFrom('what is due', 'what is due', 'a part', 'more, on purpose'),
  permille,
  portions: fc.array(record({ permille, isRefunded: fc.boolean() }), { maxLength: 4 }),
}).map((story) =>
  told(story, ({ paid, permille, portions }) => [
    inWords('pay', { amount: paid, permille }),
    ...portions.map((portion) => inWords('take some back', portion)),
  ]),
)
