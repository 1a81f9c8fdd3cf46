import { password } from '../../dev/users.ts'

/** What somebody does on the consent page. Without scopes: ticks all that are asked for. */
export type Decision = { readonly answer?: 'allow' | 'cancel'; readonly scopes?: readonly string[] }

export type Consent = {
  /** Where the answer went: the client's redirect address, with a code or an error. */
  readonly callback: URL
  /** The question as the page put it, and the scopes it had boxes for. */
  readonly heading: string
  readonly offered: readonly string[]
}

export type Merchant = ReturnType<typeof merchant>

type Form = { readonly action: string; readonly inputs: readonly Input[] }
type Fields = readonly (readonly [string, string])[]
type Input = { readonly name: string; readonly value: string; readonly hidden: boolean }
type Page = { readonly url: URL; readonly html: string }

/** Somebody at a browser without script: follows redirects, keeps cookies, signs in where asked, sends forms. */
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

  /** Goes on until there is a page that is no sign-in form, or `isEnd` says that it has arrived. */
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
    throw new Error(`no end of redirects, after ${url.href}`)
  }

  /** From a client's authorization URL to its redirect address, which is not called: that is up to the caller. */
  async function decide(authorizationUrl: URL, { answer = 'allow', scopes }: Decision = {}): Promise<Consent> {
    const redirect = authorizationUrl.searchParams.get('redirect_uri') ?? ''
    const atClient = (url: URL) => `${url.origin}${url.pathname}` === redirect
    const page = await go(authorizationUrl, undefined, atClient)
    if ('arrived' in page) throw new Error(`nothing was asked on the way to ${page.arrived.href}`)
    const form = formsOf(page.html).find(({ inputs }) => inputs.some(({ name }) => name === 'request'))
    if (!form) throw new Error(`no question at ${page.url.href}: ${headingOf(page.html)}`)
    const named = (wanted: string) => form.inputs.filter(({ name }) => name === wanted).map(({ value }) => value)
    const offered = named('scopes')
    const [store = ''] = named('store_id')
    const done = await go(
      new URL(form.action, page.url),
      [
        ...hiddenOf(form),
        ['store_id', store],
        ...offered.filter((scope) => scopes?.includes(scope) ?? true).map((scope) => ['scopes', scope] as const),
        ['answer', answer],
      ],
      atClient,
    )
    if (!('arrived' in done)) throw new Error(`the answer led to ${done.url.href}: ${headingOf(done.html)}`)
    return { callback: done.arrived, heading: headingOf(page.html), offered }
  }

  /** Disconnects an assistant in Settings, and gives what the page says then. */
  async function disconnect(baseUrl: string, clientName: string): Promise<string> {
    const page = await go(new URL('/settings/mcp', baseUrl))
    if ('arrived' in page) throw new Error('Settings cannot be reached')
    const row = page.html.split('<li class="row">').find((part) => textOf(part).includes(clientName))
    const form = formsOf(row ?? '').find(({ action }) => action.endsWith('/disconnect'))
    if (!form) throw new Error(`${clientName} is not connected`)
    const done = await go(new URL(form.action, page.url), hiddenOf(form))
    return 'arrived' in done ? '' : textOf(done.html)
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
    inputs: [...content.matchAll(/<input\b([^>]*)>/g)].map(([, of = '']) => ({
      name: attributeOf(of, 'name') ?? '',
      value: attributeOf(of, 'value') ?? '',
      hidden: attributeOf(of, 'type') === 'hidden',
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
