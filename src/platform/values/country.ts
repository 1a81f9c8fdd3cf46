import * as z from 'zod'
import { withoutMarks } from './pasted.ts'

/** ISO 3166-1 alpha-2, and XK, which Kosovo uses. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG ' +
  'UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ')

const known = new Set(countryCodes)

/** The country of a locale (BCP 47), if it names one. */
export function regionOf(locale: string): string | undefined {
  try {
    const { region } = new Intl.Locale(locale)
    return region !== undefined && known.has(region) ? region : undefined
  } catch {
    // Not every text that has the form of a language tag is one.
    return undefined
  }
}

/** A country that exists. A rule for a mistyped code, such as UK, would never apply. */
export const Country = z
  .string()
  .overwrite(withoutMarks)
  .regex(/^[A-Za-z]{2}$/, 'must be a two-letter ISO 3166-1 country code, such as KW')
  .toUpperCase()
  // Of another form, it was refused above.
  .refine(
    (code) => code.length !== 2 || /[^A-Z]/.test(code) || known.has(code),
    'must be an ISO 3166-1 country code, such as KW or GB',
  )
