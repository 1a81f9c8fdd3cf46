import fc from 'fast-check'

const strings = fc.oneof(
  fc.constantFrom('', ' ', 'null', 'NaN', '__proto__', 'constructor', 'toString', '0', '-1', '1e3', 'true', '[]', '{}'),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00y',
    '\u202eRTL',
    'مرحبا بالعالم',
    'שלום',
    '👩‍👩‍👧‍👦',
    '\ufeff',
    'a\nb\tc\r',
    '\u2028',
  ),
  fc.constantFrom(
    `'; drop table orders; --`,
    '%_\\',
    '$1',
    '$$',
    '${x}',
    '<script>',
    '../../etc/passwd',
    '+965 5000 0001',
    '٠١٢٣',
  ),
  fc.constantFrom(
    '2026-11-21T08:00:00Z',
    '0000-01-01',
    '9999-12-31T23:59:59Z',
    '2026-02-30',
    '-000001-01-01T00:00:00Z',
  ),
  fc.constantFrom(
    'active',
    'archived',
    'draft',
    'pending',
    'whatsapp',
    'USD',
    'KWD',
    'XXX',
    'Asia/Kuwait',
    'ar-KW',
    'a@b.co',
    'https://x.y/z.png',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.uuid(),
)

const long = fc.constantFrom('a', '٣', '🎁', ' ', '"').map((unit) => unit.repeat(100_000 / unit.length))

const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.1, 1.005, 0.1 + 0.2, 10.999, 1e15, 1e15 + 1, 1e16, 1e21, 1e308, -1e308, 5e-324),
  fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1_000_000, 1_000_001),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const deep = fc.integer({ min: 2, max: 200 }).map((depth) => {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { items: value }
  return value
})

const objects = fc.oneof(
  fc.constantFrom<unknown>([], {}, [[]], [null], [{}], Array(501).fill(0), { constructor: { prototype: 1 } }),
  fc.constant(JSON.parse('{"__proto__": {"polluted": true}}')),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values that no field expects. */
const unexpected: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 60, arbitrary: strings },
  { weight: 40, arbitrary: numbers },
  { weight: 15, arbitrary: fc.constantFrom<unknown>(null, true, false) },
  { weight: 15, arbitrary: objects },
  { weight: 3, arbitrary: deep },
  { weight: 1, arbitrary: long },
)

const fieldNames = fc.constantFrom(
  'store_id',
  'role',
  'total',
  'number',
  'created_at',
  'id',
  'version',
  'search_text',
  'variant_x',
  'Name',
  '__proto__',
  'constructor',
)

// Reading the pattern takes long, and there are thousands of strings.
const ending = fc.stringMatching(/^[a-z0-9]{6}$/)

/** Mutates the sample: occasionally a value is unexpected, or a field is missing, repeated or unknown. */
function mutated(sample: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: inside(sample) }, { weight: 1, arbitrary: unexpected })
}

function inside(sample: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(sample)) {
    const items = sample.length > 0 ? fc.constantFrom<unknown>(...sample).chain(mutated) : unexpected
    return fc.oneof(
      { weight: 8, arbitrary: fc.tuple(...sample.map(mutated)) },
      { weight: 1, arbitrary: fc.array(items, { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 120 }).map((times) => Array<unknown>(times).fill(sample[0])) },
    )
  }
  if (typeof sample === 'object' && sample !== null) {
    const fields = Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, mutated(value)]))
    return fc.oneof(
      { weight: 6, arbitrary: fc.record(fields) },
      { weight: 3, arbitrary: fc.record(fields, { requiredKeys: [] }) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.record(fields), fieldNames, unexpected)
          .map(([object, name, value]) => Object.fromEntries([...Object.entries(object), [name, value]])),
      },
    )
  }
  if (typeof sample !== 'string') return fc.constant(sample)
  // Fields that must be unique need a different value now and then.
  const another = ending.map((end) => `${sample}-${end}`)
  return fc.oneof({ weight: 9, arbitrary: fc.constant(sample) }, { weight: 1, arbitrary: another })
}

/** A request body: mostly the sample as JSON with mutations, sometimes any JSON, rarely invalid JSON. */
export const bodyText = (sample: unknown): fc.Arbitrary<string> => {
  const json = fc
    .oneof(
      { weight: 8, arbitrary: mutated(sample) },
      { weight: 1, arbitrary: unexpected },
      { weight: 1, arbitrary: fc.jsonValue() },
    )
    .map((value) => JSON.stringify(value))
  return fc.oneof(
    { weight: 40, arbitrary: json },
    { weight: 1, arbitrary: json.map((text) => text.slice(0, -1)) },
    // A repeated key: the last one wins.
    { weight: 1, arbitrary: json.map((text) => text.replace(/^\{"(\w+)":/, '{"$1":1,"$1":')) },
    { weight: 1, arbitrary: json.map((text) => text.replace(/:\d+/, ':-0').replace(/:\d+/, ':1e999')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '\ufeff{}', 'undefined', '{"a":01}', '[', 'null', '"text"', '{"__proto__":1}'),
    },
  )
}
