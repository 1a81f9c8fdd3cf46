import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { z } from 'zod'

const hostUrl = 'http://host.test/'
const viewUrl = 'http://view.test/'

/** What a host enforces for a view that declares no domains. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'; base-uri 'none'"

const Message = z.looseObject({ id: z.number().optional(), method: z.string().optional() })
const Call = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })
export type ToolCall = z.output<typeof Call>

// Passes every message of the view to the test, and the answers back.
const hostPage = `<!doctype html><title>Host</title><iframe title="View" sandbox="allow-scripts" src="${viewUrl}"
  style="width: 100%; height: 1500px; border: 0"></iframe><script>
  const { contentWindow } = document.querySelector('iframe')
  addEventListener('message', async ({ source, data }) => {
    if (source !== contentWindow) return
    for (const reply of await receive(data)) contentWindow.postMessage(reply, '*')
  })
</script>`

export type HostContext = { readonly theme: 'light' | 'dark'; readonly locale: string }

/** An MCP client that declares that it shows views. */
export async function connectHost(baseUrl: string, token: string): Promise<Client> {
  const client = new Client(
    { name: 'View host', version: '1.0.0' },
    {
      capabilities: {
        extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
      },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  )
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/api/mcp`), { requestInit }))
  return client
}

/** Calls a tool and shows its result in the tool's view, as a host does. */
export async function showResult(
  context: BrowserContext,
  client: Client,
  call: ToolCall,
  hostContext: HostContext,
): Promise<{ page: Page; frame: Frame; calls: ToolCall[]; problems: string[] }> {
  const { tools } = await client.listTools()
  const { ui } = z
    .object({ ui: z.object({ resourceUri: z.string() }) })
    .parse(tools.find(({ name }) => name === call.name)?._meta)
  const { contents } = await client.readResource({ uri: ui.resourceUri })
  const html = String(Object(contents[0]).text)
  const params = await client.callTool(call)

  const calls: ToolCall[] = []
  const answer = async (message: z.output<typeof Message>): Promise<object[]> => {
    const reply = (result: object) => [{ jsonrpc: '2.0', id: message.id, result }]
    switch (message.method) {
      case 'ui/initialize':
        return reply({
          protocolVersion: '2026-01-26',
          hostInfo: { name: 'View host', version: '1.0.0' },
          hostCapabilities: { serverTools: {} },
          hostContext,
        })
      case 'ui/notifications/initialized':
        return [
          { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: call.arguments } },
          { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params },
        ]
      case 'tools/call': {
        const asked = Call.parse(message['params'])
        calls.push(asked)
        return reply(await client.callTool(asked))
      }
      default:
        return message.id === undefined ? [] : reply({})
    }
  }

  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
  page.on('pageerror', (error) => void problems.push(error.message))
  page.on('request', (request) => void ([hostUrl, viewUrl].includes(request.url()) || problems.push(request.url())))
  await page.exposeFunction('receive', (message: unknown) => answer(Message.parse(message)))
  await page.route(hostUrl, (route) => route.fulfill({ contentType: 'text/html', body: hostPage }))
  await page.route(viewUrl, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': policy },
      body: html,
    }),
  )
  await page.goto(hostUrl)
  const frame = page.frame({ url: viewUrl })
  if (!frame) throw new Error('the view did not load')
  await frame.getByRole('heading').waitFor()
  return { page, frame, calls, problems }
}
