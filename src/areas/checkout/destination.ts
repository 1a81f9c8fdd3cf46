import * as z from 'zod'
import { Country } from '../../platform/values/country.ts'
import { Line, maybe } from '../../platform/values/text.ts'

/** Where an order goes, which decides about delivery methods and tax. */
export const Destination = z.strictObject({ country: Country, region: maybe(Line(100)) })
