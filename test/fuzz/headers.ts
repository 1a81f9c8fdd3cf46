import fc from 'fast-check'

const text = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
  fc.constantFrom('', 'null', '""', '"', 'a'.repeat(256), 'a'.repeat(9000), '%00', '../..', '{}', ','),
)

const sometimes = (common: fc.Arbitrary<string>) =>
  fc.option(fc.oneof({ weight: 3, arbitrary: common }, { weight: 1, arbitrary: text }), { nil: undefined, freq: 1 })

/** Headers that the service reads. There are only a few idempotency keys, so that some requests are replays. */
export const headers = (stores: readonly string[], body: boolean, type = 'application/json') =>
  fc
    .record({
      'Idempotency-Key': sometimes(fc.constantFrom('k1', '"k1"', 'k2', 'k3', 'k4', 'k5')),
      'If-Match': fc.option(
        fc.oneof(fc.constantFrom('*', '"v1"', 'W/"v2"', '"v999999999"', 'v1', '"v1", "v2"'), text),
        {
          nil: undefined,
          freq: 5,
        },
      ),
      'X-Store-Id': fc.option(
        fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...stores) },
          { weight: 1, arbitrary: fc.uuid() },
          { weight: 1, arbitrary: text },
        ),
        { nil: undefined, freq: 4 },
      ),
      'X-Request-Id': sometimes(fc.uuid()),
      ...(body && {
        'Content-Type': fc.oneof(
          { weight: 30, arbitrary: fc.constant(type) },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              'application/json; charset=utf-8',
              'text/csv',
              'text/plain',
              'application/problem+json',
              'multipart/form-data',
            ),
          },
          { weight: 1, arbitrary: text },
        ),
      }),
    })
    .map((fields): [string, string][] =>
      Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
