import * as z from 'zod'
import { Country } from '../country.ts'
import { Line, maybe } from '../text.ts'

/** Where an order goes, which decides about delivery methods and tax. */
export const Destination = z.strictObject({ country: Country, region: maybe(Line(100)) })
