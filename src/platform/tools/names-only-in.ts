import * as z from 'zod'

/** The fields that the whole input has and a part of it lacks. */
export function namesOnlyIn(whole: z.ZodType, part: z.ZodType): readonly string[] {
  const kept = namesOf(part)
  return namesOf(whole).filter((name) => !kept.includes(name))
}

const namesOf = (schema: z.ZodType): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
