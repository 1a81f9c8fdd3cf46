import * as z from 'zod'
import { HttpsUrl } from '../../platform/values/links.ts'

type Pair = { readonly front: string; readonly back: string; readonly minContrast: number }

/** The colours that are shown on each other, and the contrast that WCAG 2.2 AA requires (1.4.3; 1.4.11 for the accent). */
export const colourPairs: readonly Pair[] = [
  { front: 'text', back: 'background', minContrast: 4.5 },
  { front: 'text', back: 'surface', minContrast: 4.5 },
  { front: 'muted_text', back: 'background', minContrast: 4.5 },
  { front: 'on_primary', back: 'primary', minContrast: 4.5 },
  { front: 'accent', back: 'background', minContrast: 3 },
]

/** The contrast ratio of two #rrggbb colours as WCAG 2.2 defines it: 1 to 21, rounded down to two decimals. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return Math.floor(((light + 0.05) / (dark + 0.05)) * 100) / 100
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The fonts of themes, with their CSS font-family. */
export const fonts = {
  system: "system-ui, -apple-system, 'Segoe UI', sans-serif",
  almarai: "'Almarai', sans-serif",
  amiri: "'Amiri', serif",
  cairo: "'Cairo', sans-serif",
  'ibm-plex-sans-arabic': "'IBM Plex Sans Arabic', sans-serif",
  inter: "'Inter', sans-serif",
  lato: "'Lato', sans-serif",
  lora: "'Lora', serif",
  merriweather: "'Merriweather', serif",
  montserrat: "'Montserrat', sans-serif",
  'noto-kufi-arabic': "'Noto Kufi Arabic', sans-serif",
  'noto-sans': "'Noto Sans', sans-serif",
  'noto-sans-arabic': "'Noto Sans Arabic', sans-serif",
  'open-sans': "'Open Sans', sans-serif",
  'playfair-display': "'Playfair Display', serif",
  poppins: "'Poppins', sans-serif",
  roboto: "'Roboto', sans-serif",
  tajawal: "'Tajawal', sans-serif",
} as const

type Font = keyof typeof fonts

// The filter only narrows the type.
const fontNames = Object.keys(fonts).filter((name): name is Font => name in fonts)

const Colour = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #1a2b3c')
  .toLowerCase()

export const Theme = z.object({
  colors: z
    .object({
      background: Colour.default('#ffffff'),
      surface: Colour.default('#f4f5f7'),
      text: Colour.default('#1c1f23'),
      muted_text: Colour.default('#59616b'),
      primary: Colour.default('#0b57d0'),
      on_primary: Colour.default('#ffffff'),
      accent: Colour.default('#b3261e'),
    })
    .prefault({}),
  logo_url: HttpsUrl.nullable().default(null),
  favicon_url: HttpsUrl.nullable().default(null),
  fonts: z
    .object({ heading: z.enum(fontNames).default('system'), body: z.enum(fontNames).default('system') })
    .prefault({}),
  corner_radius: z.int().min(0).max(32).describe('In pixels').default(8),
})
