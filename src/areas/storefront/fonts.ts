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
export const fontNames = Object.keys(fonts).filter((name): name is Font => name in fonts)
