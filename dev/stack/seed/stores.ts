import type { AddressRecord } from '../../../src/platform/values/address.ts'
import type { StoreSlug } from '../identity/users.ts'

/** Title, price in major units, and the option that distinguishes its variants. */
type CatalogueEntry = readonly [title: string, price: number, option?: OptionName]

type OptionName = keyof typeof options

export const options = {
  size: { name: 'Size', values: ['S', 'M', 'L', 'XL'] },
  colour: { name: 'Colour', values: ['Black', 'Sand', 'Olive'] },
  weight: { name: 'Weight', values: ['250 g', '500 g', '1 kg'] },
  volume: { name: 'الحجم', values: ['50 مل', '100 مل'] },
  cut: { name: 'المقاس', values: ['٥٢', '٥٤', '٥٦', '٥٨'] },
} as const satisfies Record<string, { name: string; values: readonly string[] }>

export type StorePlan = {
  slug: StoreSlug
  name: string
  currency: string
  exponent: number
  timezone: string
  locale: string
  country: string
  seed: number
  /** How many of 10 customers have a name in Arabic script. */
  arabicNames: number
  phone: (nth: number) => { given: string; e164: string }
  addresses: readonly AddressRecord[]
  shipping: readonly number[]
  contact: { email: string; phone: string; address: string }
  /** Open invitations. A negative `daysLeft` means expired. */
  invited: readonly { email: string; role: 'admin' | 'staff' | 'viewer'; daysLeft: number }[]
  catalogue: readonly CatalogueEntry[]
}

export const storePlans: readonly StorePlan[] = [
  {
    slug: 'acme',
    name: 'Acme Goods',
    currency: 'USD',
    exponent: 2,
    timezone: 'America/New_York',
    locale: 'en',
    country: 'US',
    seed: 1001,
    arabicNames: 3,
    phone: (nth) => ({ given: `+1 (212) 555-${1000 + nth * 7}`, e164: `+1212555${1000 + nth * 7}` }),
    addresses: [
      { line1: '18 Mercer St', line2: 'Apt 4', city: 'New York', region: 'NY', postal_code: '10013', country: 'US' },
      { line1: '402 Atlantic Ave', city: 'Brooklyn', region: 'NY', postal_code: '11217', country: 'US' },
      { line1: '77 Beacon St', city: 'Boston', region: 'Massachusetts', postal_code: '02108', country: 'US' },
      { line1: '9 Rue Müller', city: 'Montréal', region: 'QC', postal_code: 'H2X 1Y4', country: 'CA' },
    ],
    shipping: [0, 4.99, 7.5],
    contact: { email: 'hello@acme.test', phone: '+1 (212) 555-0100', address: '18 Mercer St, New York, NY 10013' },
    invited: [
      { email: 'zoe.keller@acme.test', role: 'staff', daysLeft: 6 },
      { email: 'books@ledger.test', role: 'viewer', daysLeft: -2 },
    ],
    catalogue: [
      ['Canvas Tote', 24.5, 'colour'],
      ['Merino Crew Sweater', 89, 'size'],
      ['Organic Cotton Tee', 29.95, 'size'],
      ['Linen Shirt', 64, 'size'],
      ['Wool Beanie', 22, 'colour'],
      ['Leather Card Holder', 38.75],
      ['Enamel Mug', 14.5, 'colour'],
      ['Café de Olla Blend', 17.25, 'weight'],
      ['Ethiopia Yirgacheffe', 19.9, 'weight'],
      ['Pour-over Kettle', 72],
      ['Ceramic Dripper', 26],
      ['Paper Filters (100)', 6.4],
      ['Walnut Serving Board', 48],
      ['Beeswax Candle', 18.2],
      ['Stoneware Bowl', 21.6, 'colour'],
      ['Glass Carafe', 33.3],
      ['Desk Lamp “Søren”', 119],
      ['Notebook, dotted', 11.95, 'colour'],
      ['Fountain Pen', 54],
      ['Brass Bookends', 42],
      ['Travel Blanket', 79.99, 'colour'],
      ['Rain Jacket', 139, 'size'],
      ['Trail Socks', 16, 'size'],
      ['Insulated Bottle', 31.5, 'colour'],
      ['Camp Stove', 94.25],
      ['Head Torch', 36.8],
      ['Yoga Mat', 58, 'colour'],
      ['Olive Oil Soap', 8.75],
      ['Crème Brûlée Torch', 27.4],
      ['Chef’s Knife', 98],
      ['Cast Iron Pan', 66.6],
      ['تمر مجدول فاخر', 23.5, 'weight'],
      ['قهوة عربية بالهيل', 15.75, 'weight'],
      ['Gift Card', 50],
      ['Picnic Basket', 84],
      ['Wool Throw (prototype)', 110],
    ],
  },
  {
    slug: 'globex',
    name: 'غلوبكس الكويت',
    currency: 'KWD',
    exponent: 3,
    timezone: 'Asia/Kuwait',
    locale: 'ar',
    country: 'KW',
    seed: 2002,
    arabicNames: 7,
    phone: (nth) => ({
      given: `+965 5${String(100_000 + nth * 911).slice(0, 3)} ${1000 + nth * 13}`,
      e164: `+9655${String(100_000 + nth * 911).slice(0, 3)}${1000 + nth * 13}`,
    }),
    addresses: [
      {
        line1: 'قطعة ٤، شارع سالم المبارك، عمارة ١٢',
        line2: 'الدور ٣، شقة ٧',
        area: 'السالمية',
        region: 'حولي',
        country: 'KW',
        location: { lat: 29.3339, lng: 48.0761 },
      },
      { line1: 'شارع تونس، عمارة ٥', area: 'حولي', region: 'محافظة حولي', country: 'KW' },
      {
        line1: 'قطعة ٢، شارع ٧، منزل ٣',
        area: 'الجهراء',
        region: 'الجهراء',
        country: 'KW',
        instructions: 'الرجاء الاتصال قبل التوصيل',
      },
      {
        line1: 'Ahmad Al Jaber St, Building 8',
        area: 'Sharq',
        city: 'Kuwait City',
        postal_code: '15000',
        country: 'KW',
      },
    ],
    shipping: [0, 1.25, 2],
    contact: {
      email: 'salam@globex.test',
      phone: '+965 2222 1000',
      address: 'السالمية، قطعة ٤، شارع سالم المبارك، الكويت',
    },
    invited: [{ email: 'noura@globex.test', role: 'admin', daysLeft: 5 }],
    catalogue: [
      ['عطر العود الملكي', 28.75, 'volume'],
      ['عطر زهرة الليمون', 16.5, 'volume'],
      ['مسك أبيض', 9.25, 'volume'],
      ['بخور كمبودي', 22.125],
      ['دهن عود هندي', 64.5],
      ['مبخرة نحاسية', 13.75],
      ['عباية كتان', 34.9, 'cut'],
      ['عباية حرير سوداء', 58.25, 'cut'],
      ['دشداشة قطن', 18.6, 'cut'],
      ['بشت صوف', 95],
      ['غترة بيضاء', 7.35],
      ['عقال أسود', 4.85],
      ['شماغ أحمر', 8.4],
      ['سجادة صلاة', 6.75],
      ['مسبحة كهرمان', 41.2],
      ['خنجر زينة', 77.7],
      ['تمر خلاص', 3.45, 'weight'],
      ['تمر سكري', 4.15, 'weight'],
      ['قهوة عربية شقراء', 5.325, 'weight'],
      ['زعفران فاخر', 12.995],
      ['هيل حب', 6.2, 'weight'],
      ['عسل سدر', 19.75],
      ['دلة نحاس', 24.4],
      ['فناجين قهوة (٦)', 8.875],
      ['طقم شاي كويتي', 17.25],
      ['Oud Candle', 11.5, 'volume'],
      ['Silk Scarf', 14.95],
      ['Leather Sandals', 21.3],
      ['Desert Backpack', 33.333],
      ['Thermos Dallah', 15.6],
      ['Majlis Cushion', 10.05],
      ['Date Gift Box', 12.5],
      ['كرت هدية', 25],
      ['نظارات شمسية', 29.9],
      ['ساعة خشبية (نموذج)', 45.5],
      ['حقيبة جلد (نموذج)', 52.75],
    ],
  },
]
