import * as z from 'zod'

/** One or several of the values. In a query, they are separated by commas, or the parameter is repeated. */
export const severalOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess(
    (given) => [given].flat().flatMap((each: unknown) => (typeof each === 'string' ? each.split(',') : [each])),
    z
      .array(z.enum(values))
      // The same filter whatever the order, so that it has the same cursors.
      .transform((given) => [...new Set(given)].toSorted()),
  )
