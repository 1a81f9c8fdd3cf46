type Name = { readonly name: string; readonly mark: RegExp }

// In this order: most browsers name the ones that they descend from as well.
const browsers: readonly Name[] = [
  { name: 'Edge', mark: /\bEdg(e|A|iOS)?\// },
  { name: 'Opera', mark: /\bOPR\// },
  { name: 'Samsung Internet', mark: /\bSamsungBrowser\// },
  { name: 'Firefox', mark: /\b(Firefox|FxiOS)\// },
  { name: 'Chrome', mark: /\b(Chrome|CriOS|Chromium|HeadlessChrome)\// },
  { name: 'Safari', mark: /\bVersion\/[\d.]+.*\bSafari\// },
]

const systems: readonly Name[] = [
  { name: 'iPhone', mark: /\biPhone\b/ },
  { name: 'iPad', mark: /\biPad\b/ },
  { name: 'Android', mark: /\bAndroid\b/ },
  { name: 'Windows', mark: /\bWindows\b/ },
  { name: 'macOS', mark: /\bMac OS X\b/ },
  { name: 'ChromeOS', mark: /\bCrOS\b/ },
  { name: 'Linux', mark: /\bLinux\b/ },
]

/** A browser as its owner would call it, such as "Firefox on Windows". Null: there is no telling. */
export function deviceName(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null
  const [browser, system] = [browsers, systems].map((names) => names.find(({ mark }) => mark.test(userAgent))?.name)
  if (browser === undefined || system === undefined) return browser ?? system ?? null
  return `${browser} on ${system}`
}
