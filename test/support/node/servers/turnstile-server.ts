import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'

type Fault = { status?: number; body?: string; delay_ms?: number; lost?: boolean; redirect?: string }
type Call = Record<string, string>
type Widget = { faults: Fault[]; calls: Call[]; spent: Map<string, string> }

const failed = (...codes: string[]) => ({ success: false, 'error-codes': codes, messages: [] })

// From https://developers.cloudflare.com/turnstile/troubleshooting/testing/
const testSecrets: Readonly<Record<string, (token: string) => object>> = {
  '1x0000000000000000000000000000000AA': () => ({ ...passed(), metadata: { result_with_testing_key: true } }),
  '2x0000000000000000000000000000000AA': () => failed('invalid-input-response'),
  '3x0000000000000000000000000000000AA': () => failed('timeout-or-duplicate'),
}

const passed = () => ({
  success: true,
  'error-codes': [],
  challenge_ts: new Date().toISOString(),
  hostname: 'shop.example',
  action: '',
  cdata: '',
})

/**
 * Cloudflare's siteverify, as documented. Tokens that begin with `good` pass once, or repeatedly with the same
 * idempotency_key. `/control/<secret>` sets how the next calls fail, and returns the requests received.
 */
export async function startTurnstileServer() {
  const widgets = new Map<string, Widget>()
  const widgetOf = (secret: string) => {
    const widget: Widget = widgets.get(secret) ?? { faults: [], calls: [], spent: new Map() }
    widgets.set(secret, widget)
    return widget
  }

  function verify({ secret = '', response = '', idempotency_key = '' }: Call): object {
    if (secret === '') return failed('missing-input-secret')
    if (response === '') return failed('missing-input-response')
    const test = testSecrets[secret]
    if (test) return test(response)
    if (!secret.startsWith('0x')) return failed('invalid-input-secret')
    if (idempotency_key !== '' && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(idempotency_key))
      return failed('bad-request')
    if (response.startsWith('expired')) return failed('timeout-or-duplicate')
    if (!response.startsWith('good')) return failed('invalid-input-response')
    const { spent } = widgetOf(secret)
    const usedKey = spent.get(response)
    if (usedKey !== undefined && (usedKey === '' || usedKey !== idempotency_key)) return failed('timeout-or-duplicate')
    spent.set(response, idempotency_key)
    return passed()
  }

  const { url, close } = await listen(async (request, response) => {
    const [, area, name = ''] = (request.url ?? '').split('/')
    if (area === 'control') {
      const widget = widgetOf(decodeURIComponent(name))
      if (request.method === 'PUT') widget.faults = JSON.parse(await text(request))
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(widget.calls))
    }
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    if (request.method !== 'POST' || area !== 'siteverify' || !isForm) return void response.writeHead(404).end()
    const { calls, faults } = widgetOf(form['secret'] ?? '')
    calls.push(form)
    const fault = faults.shift() ?? {}
    const result = fault.status === undefined && !fault.redirect ? verify(form) : {}
    if (fault.lost) return void request.socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, fault.delay_ms ?? 0))
    response.writeHead(fault.redirect ? 302 : (fault.status ?? 200), {
      'content-type': 'application/json',
      ...(fault.redirect && { location: fault.redirect }),
    })
    response.end(fault.body ?? JSON.stringify(result))
  })
  return { url: `${url}/siteverify`, close }
}
