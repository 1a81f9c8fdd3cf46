type Vendor = {
  readonly name: string
  /** Names of its assistants, as one word in lower case. */
  readonly names: readonly string[]
  /** Its domains, including their subdomains. */
  readonly domains: readonly string[]
  /** The schemes of its apps. */
  readonly schemes?: readonly string[]
}

/** Well-known vendors of assistants, and where their assistants are redirected to. */
const vendors: readonly Vendor[] = [
  {
    name: 'Anthropic',
    names: ['claude', 'anthropic'],
    domains: ['claude.ai', 'claude.com', 'anthropic.com'],
    schemes: ['claude'],
  },
  {
    name: 'OpenAI',
    names: ['chatgpt', 'openai', 'codex'],
    domains: ['chatgpt.com', 'openai.com'],
    schemes: ['codex'],
  },
  { name: 'Cursor', names: ['cursor', 'anysphere'], domains: ['cursor.com', 'cursor.sh'], schemes: ['cursor'] },
  {
    name: 'Microsoft or GitHub',
    names: ['copilot', 'github', 'microsoft', 'vscode', 'visualstudio'],
    domains: ['github.com', 'microsoft.com', 'vscode.dev', 'visualstudio.com'],
    schemes: ['vscode', 'vscode-insiders'],
  },
  { name: 'Google', names: ['gemini', 'google'], domains: ['google.com'] },
  { name: 'Perplexity', names: ['perplexity'], domains: ['perplexity.ai'] },
  { name: 'Mistral', names: ['mistral', 'lechat'], domains: ['mistral.ai'] },
  { name: 'xAI', names: ['grok'], domains: ['x.ai', 'grok.com'] },
  { name: 'Windsurf', names: ['windsurf'], domains: ['windsurf.com', 'codeium.com'], schemes: ['windsurf'] },
]

/**
 * The vendor that a client's name imitates, if the response goes to a host or app that is not the vendor's; else null.
 * Detects look-alike letters.
 */
export function imitatedVendor(clientName: string, redirectUri: string): string | null {
  const name = folded(clientName)
  const vendor = vendors.find(({ names }) => names.some((known) => name.includes(folded(known))))
  return vendor === undefined || belongsTo(vendor, new URL(redirectUri)) ? null : vendor.name
}

function belongsTo({ domains, schemes = [] }: Vendor, { protocol, hostname }: URL): boolean {
  if (protocol !== 'https:') return schemes.includes(protocol.slice(0, -1))
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
}

/** Letters of other scripts, small capitals and digits that look like Latin letters (part of Unicode TR39). */
const lookAlikes = {
  a: 'аɑαᴀ4@ӑ',
  b: 'ЬвʙƄ8',
  c: 'сϲᴄⅽ',
  d: 'ԁɗᴅⅾ',
  e: 'еєҽεᴇ3',
  f: 'ƒғꜰ',
  g: 'ɡցɢ9',
  h: 'һհʜ',
  i: 'іıɩιɪⅰl1!|ӏʟⅼ',
  j: 'јϳᴊ',
  k: 'кκᴋ',
  m: 'мᴍⅿ',
  n: 'ոηɴп',
  o: 'оοօσᴏ0',
  p: 'рρᴘ',
  q: 'ԛզ',
  r: 'гʀᴦ',
  s: 'ѕꜱ5$',
  t: 'тτᴛ7',
  u: 'υսᴜ',
  v: 'ѵνᴠⅴ',
  w: 'ԝωᴡա',
  x: 'хχⅹ×',
  y: 'уүγʏ',
  z: 'ᴢ2',
} as const

const latin: ReadonlyMap<string, string> = new Map(
  Object.entries(lookAlikes).flatMap(([letter, like]) =>
    Array.from(like, (one) => [one.toLowerCase(), letter] as const),
  ),
)

/** A name as it looks: lower case, without accents, spaces and punctuation, with look-alike letters replaced. */
const folded = (name: string): string =>
  Array.from(name.normalize('NFKD').toLowerCase(), (letter) => latin.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[^\p{L}]/gu, '')
