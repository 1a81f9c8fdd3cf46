import * as z from 'zod'

/** The fields that a client asks for, or wants to leave out. */
export class SelectedFields {
  readonly names: ReadonlySet<string>
  readonly isOmitted: boolean

  constructor(names: ReadonlySet<string>, isOmitted: boolean) {
    this.names = names
    this.isOmitted = isOmitted
  }
}

/** The names that `fields` takes for this output: of a resource, or of the items of a list. Null if it takes none. */
export function fieldNames(output: z.ZodType): readonly string[] | null {
  if (!(output instanceof z.ZodObject)) return null
  const { data, meta, id } = output.shape
  const item: unknown = meta && data instanceof z.ZodArray ? data.element : id && output
  return namesOf(item)
}

/** Of a union only if all of its options have the same names. */
function namesOf(item: unknown): readonly string[] | null {
  if (item instanceof z.ZodObject) return Object.keys(item.shape)
  if (item instanceof z.ZodIntersection) {
    const [left, right] = [namesOf(item.def.left), namesOf(item.def.right)]
    return left && right && [...left, ...right]
  }
  if (!(item instanceof z.ZodUnion)) return null
  const [first, ...others] = item.options.map(namesOf)
  return first && others.every((names) => String(names) === String(first)) ? first : null
}

/** The query parameter `fields`. `always`: names of other fields, which stay. */
export const fieldsOf = (names: readonly string[], always: readonly string[] = []) =>
  z
    .preprocess((given) => [given].flat().join().split(','), z.array(z.string()))
    .transform((asked, context): SelectedFields => {
      const isOmitted = asked.every((name) => name.startsWith('-'))
      const chosen = asked.map((name) => (isOmitted ? name.slice(1) : name))
      for (const name of new Set(chosen))
        if (!names.includes(name))
          context.addIssue({
            code: 'custom',
            message: name.startsWith('-')
              ? 'fields must have a minus before each name, or before none.'
              : `Unknown field "${name}". Valid fields: ${names.join(', ')}.`,
            params: { code: name.startsWith('-') ? 'invalid_value' : 'unknown_field' },
          })
      return new SelectedFields(new Set(isOmitted ? chosen : [...chosen, ...always]), isOmitted)
    })
    .optional()
    .describe(
      'Names of fields, separated by commas or in repeated parameters: the response has only these fields. With a minus before each name, it has all others',
    )

/** The output with the chosen fields of the resource, or of the items of a list. */
export function withFields(output: object, fields: SelectedFields | undefined): object {
  if (!fields) return output
  const { data, meta } = Object(output)
  return Array.isArray(data) && meta
    ? { data: data.map((item) => chosenOf(item, fields)), meta }
    : chosenOf(output, fields)
}

const chosenOf = (item: object, { names, isOmitted }: SelectedFields): object =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name) !== isOmitted))
