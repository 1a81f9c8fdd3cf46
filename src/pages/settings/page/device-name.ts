type Product = { readonly name: string; readonly pattern: RegExp }

// The order matters: most browsers also name the browsers that they derive from.
const browsers: readonly Product[] = [
  { name: 'Edge', pattern: /\bEdg(e|A|iOS)?\// },
  { name: 'Opera', pattern: /\bOPR\// },
  { name: 'Samsung Internet', pattern: /\bSamsungBrowser\// },
  { name: 'Firefox', pattern: /\b(Firefox|FxiOS)\// },
  { name: 'Chrome', pattern: /\b(Chrome|CriOS|Chromium|HeadlessChrome)\// },
  { name: 'Safari', pattern: /\bVersion\/[\d.]+.*\bSafari\// },
]

const systems: readonly Product[] = [
  { name: 'iPhone', pattern: /\biPhone\b/ },
  { name: 'iPad', pattern: /\biPad\b/ },
  { name: 'Android', pattern: /\bAndroid\b/ },
  { name: 'Windows', pattern: /\bWindows\b/ },
  { name: 'macOS', pattern: /\bMac OS X\b/ },
  { name: 'ChromeOS', pattern: /\bCrOS\b/ },
  { name: 'Linux', pattern: /\bLinux\b/ },
]

/** Browser and system, such as "Firefox on Windows". Null if neither is recognized. */
export function deviceName(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null
  const [browser, system] = [browsers, systems].map((list) => list.find(({ pattern }) => pattern.test(userAgent))?.name)
  if (browser === undefined || system === undefined) return browser ?? system ?? null
  return `${browser} on ${system}`
}
