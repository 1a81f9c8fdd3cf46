import { password } from '../../dev/stack/identity/users.ts'

/** A decision on the consent page. Default scopes: all that are requested. */
export type Decision = { readonly answer?: 'allow' | 'cancel'; readonly scopes?: readonly string[] }

export type Consent = {
  /** The redirect to the client, with a code or an error. */
  readonly callback: URL
  /** The heading of the page, and the scopes it offered. */
  readonly heading: string
  readonly offered: readonly string[]
}

export type Merchant = ReturnType<typeof merchant>

type Form = { readonly action: string; readonly inputs: readonly Input[] }
type Fields = readonly (readonly [string, string])[]
type Input = { readonly name: string; readonly value: string; readonly hidden: boolean }
type Page = { readonly url: URL; readonly html: string }

/** A merchant's browser without script: follows redirects, keeps cookies, signs in and sends forms. */
export function merchant(email: string) {
  const jars = new Map<string, Map<string, string>>()

  async function send(url: URL, form?: Fields): Promise<Response> {
    const jar = jars.get(url.host) ?? new Map<string, string>()
    jars.set(url.host, jar)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { origin: url.origin }),
      },
      ...(form && { method: 'POST', body: bodyOf(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name === undefined || value === undefined) continue
      if (value === '' || /;\s*max-age=0/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Follows redirects and sign-in forms until another page appears or `isEnd` accepts the URL. */
  async function go(
    start: URL,
    form?: Fields,
    isEnd: (url: URL) => boolean = () => false,
  ): Promise<Page | { readonly arrived: URL }> {
    let url = start
    let sent = form
    for (let step = 0; step < 20; step++) {
      const response = await send(url, sent)
      const location = response.headers.get('location')
      const html = await response.text()
      sent = undefined
      if (location !== null) {
        url = new URL(location, url)
        if (isEnd(url)) return { arrived: url }
        continue
      }
      const login = formsOf(html).find(({ inputs }) => inputs.some(({ name }) => name === 'password'))
      if (!login) {
        if (response.ok) return { url, html }
        throw new Error(`${url.pathname} answered ${response.status}: ${headingOf(html)}`)
      }
      url = new URL(login.action, url)
      sent = [
        ['email', email],
        ['password', password],
      ]
    }
    throw new Error(`too many redirects, last to ${url.href}`)
  }

  /** From a client's authorization URL to its redirect URI, which the caller must request itself. */
  async function decide(authorizationUrl: URL, { answer = 'allow', scopes }: Decision = {}): Promise<Consent> {
    const redirect = authorizationUrl.searchParams.get('redirect_uri') ?? ''
    const atClient = (url: URL) => `${url.origin}${url.pathname}` === redirect
    const page = await go(authorizationUrl, undefined, atClient)
    if ('arrived' in page) throw new Error(`no consent was requested on the way to ${page.arrived.href}`)
    const form = formsOf(page.html).find(({ inputs }) => inputs.some(({ name }) => name === 'request'))
    if (!form) throw new Error(`no consent form at ${page.url.href}: ${headingOf(page.html)}`)
    const named = (field: string) => form.inputs.filter(({ name }) => name === field).map(({ value }) => value)
    const offered = named('scopes')
    const [store = ''] = named('store_id')
    const result = await go(
      new URL(form.action, page.url),
      [
        ...hiddenOf(form),
        ['store_id', store],
        ...offered.filter((scope) => scopes?.includes(scope) ?? true).map((scope) => ['scopes', scope] as const),
        ['answer', answer],
      ],
      atClient,
    )
    if (!('arrived' in result)) throw new Error(`the decision led to ${result.url.href}: ${headingOf(result.html)}`)
    return { callback: result.arrived, heading: headingOf(page.html), offered }
  }

  /** Disconnects an assistant in Settings and returns the text of the resulting page. */
  async function disconnect(baseUrl: string, clientName: string): Promise<string> {
    const page = await go(new URL('/settings/mcp', baseUrl))
    if ('arrived' in page) throw new Error('cannot open Settings')
    const row = page.html.split('<li class="row">').find((part) => textOf(part).includes(clientName))
    const form = formsOf(row ?? '').find(({ action }) => action.endsWith('/disconnect'))
    if (!form) throw new Error(`${clientName} is not connected`)
    const result = await go(new URL(form.action, page.url), hiddenOf(form))
    return 'arrived' in result ? '' : textOf(result.html)
  }

  return { decide, disconnect }
}

function bodyOf(fields: Fields): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of fields) body.append(name, value)
  return body
}

const hiddenOf = ({ inputs }: Form) =>
  inputs.filter(({ hidden }) => hidden).map(({ name, value }) => [name, value] as const)

const formsOf = (html: string): Form[] =>
  [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', content = '']) => ({
    action: attributeOf(attributes, 'action') ?? '',
    inputs: [...content.matchAll(/<input\b([^>]*)>/g)].map(([, attributes = '']) => ({
      name: attributeOf(attributes, 'name') ?? '',
      value: attributeOf(attributes, 'value') ?? '',
      hidden: attributeOf(attributes, 'type') === 'hidden',
    })),
  }))

const attributeOf = (attributes: string, name: string): string | undefined => {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : plain(value)
}

const headingOf = (html: string): string => textOf(/<h1\b[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '')

const textOf = (html: string): string =>
  plain(html.replaceAll(/<[^>]*>/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const plain = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
