import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { listen } from '../support/node/servers/listen.ts'
import { merchant } from './consent-driver.ts'
import { isLong } from './effort.ts'
import { eras, SdkAssistant } from './sdk-assistant.ts'

const { baseUrl, ownerUrl } = inject('stack')
const url = `${baseUrl}/api/mcp`

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0)) await close()
})

type Given = Omit<ConstructorParameters<typeof SdkAssistant>[2], 'merchant'>

function assistant(era: (typeof eras)[number], given: Given): SdkAssistant {
  const started = new SdkAssistant(url, era, { merchant: merchant('owner@acme.test'), ...given })
  toClose.push(() => started.client.close())
  return started
}

const scopesOf = ({ provider }: SdkAssistant) => provider.stored?.scope?.split(' ').toSorted()

describe.for(isLong ? eras : eras.slice(-1))('the MCP client of the SDK, in the %s era', (era) => {
  test('registers, gets consent and works in the chosen store', async () => {
    const helper = assistant(era, { name: `Stock keeper (${era})` })
    await helper.connect()

    expect(helper.client.getProtocolEra()).toBe(era)
    expect(helper.refusals).toHaveLength(1)
    expect(helper.refusals[0]).toMatchObject({ status: 401, challenge: expect.not.stringContaining('error=') })
    expect(helper.provider.client?.client_id).toMatch(/^client_/)
    expect(helper.provider.consents.map(({ heading }) => heading)).toEqual([
      `Allow Stock keeper (${era}) to use your store?`,
    ])
    expect(helper.provider.consents[0]?.callback.searchParams.get('iss')).toBe(baseUrl)
    expect(await helper.toolNames()).toEqual(expect.arrayContaining(['get_store', 'create_product', 'create_order']))
    expect(await helper.call('get_store')).toMatchObject({ slug: 'acme' })
    expect(await helper.call('list_products', { limit: 2 })).toMatchObject({ data: { length: 2 } })
  })

  test('can use the alias as well', async () => {
    const helper = new SdkAssistant(`${baseUrl}/mcp`, era, { merchant: merchant('owner@acme.test'), name: 'Alias' })
    toClose.push(() => helper.client.close())
    await helper.connect()
    expect(await helper.call('get_store')).toMatchObject({ slug: 'acme' })
  })

  test('is identified by its vendor’s metadata document, without registering', async () => {
    const claudeCode = 'https://claude.ai/oauth/claude-code-client-metadata'
    const helper = assistant(era, { name: 'ignored name', clientMetadataUrl: claudeCode })
    await helper.connect()

    expect(helper.provider.client).toMatchObject({ client_id: claudeCode })
    expect(helper.provider.consents[0]?.heading).toBe('Allow Claude Code to use your store?')
    expect(await helper.call('get_store')).toMatchObject({ slug: 'acme' })
  })

  test('is identified by its own metadata document, which is fetched', async () => {
    const document = await publish(`Corner shop (${era})`)
    const helper = assistant(era, { name: 'ignored name', clientId: document.address })
    await helper.connect()

    expect(document.fetched()).toBeGreaterThan(0)
    expect(helper.provider.client).toMatchObject({ client_id: document.address })
    expect(helper.provider.consents[0]?.heading).toBe(`Allow Corner shop (${era}) to use your store?`)
    expect(await helper.toolNames()).toContain('list_orders')
    expect(await helper.call('get_store')).toMatchObject({ slug: 'acme' })
  })

  test('with read access is asked for more when it wants to write', async () => {
    const helper = assistant(era, { name: `Curious (${era})` })
    helper.provider.decision = { scopes: ['catalog:read', 'orders:read'] }
    await helper.connect()
    expect(scopesOf(helper)).toEqual(['catalog:read', 'orders:read'])
    expect(await helper.toolNames()).not.toContain('create_product')

    helper.provider.decision = { scopes: ['catalog:read', 'orders:read', 'catalog:write'] }
    const title = `Lamp of the ${era} era`
    expect(await helper.call('create_product', { title, price: 12.5 })).toMatchObject({ title, price: 12.5 })

    const [, refused, ...more] = helper.refusals
    expect(refused?.status).toBe(403)
    expect(refused?.challenge).toContain('error="insufficient_scope"')
    expect(refused?.challenge).toContain('scope="catalog:write"')
    expect(refused?.challenge).toContain(`resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/api/mcp"`)
    expect(more).toEqual([])
    expect(helper.provider.consents).toHaveLength(2)
    expect(helper.provider.consents[1]?.scope?.split(' ')).toEqual(
      expect.arrayContaining(['catalog:read', 'orders:read', 'catalog:write']),
    )
    expect(scopesOf(helper)).toEqual(['catalog:read', 'catalog:write', 'orders:read'])
    expect(await helper.toolNames()).toContain('create_product')
  })

  test('gets no access if the merchant refuses', async () => {
    const helper = assistant(era, { name: `Unwanted (${era})` })
    helper.provider.decision = { answer: 'cancel' }
    await expect(helper.connect()).rejects.toMatchObject({ code: 'access_denied' })
    expect(helper.provider.stored).toBeUndefined()
  })

  test('keeps working after its access token has expired, until it is disconnected in Settings', async () => {
    const name = `Steady (${era})`
    const helper = assistant(era, { name })
    await helper.connect()
    const first = helper.provider.stored
    await expireAccess(helper.provider.client?.client_id)

    expect(await helper.call('get_store')).toMatchObject({ slug: 'acme' })
    const second = helper.provider.stored
    expect(second?.access_token).not.toBe(first?.access_token)
    expect(second?.refresh_token).not.toBe(first?.refresh_token)
    expect(helper.provider.consents).toHaveLength(1)
    expect(await statusWith(second?.access_token)).toBe(200)
    expect(await statusWith(first?.access_token)).toBe(401)

    expect(await merchant('owner@acme.test').disconnect(baseUrl, name)).toContain('The assistant is disconnected')
    expect(await statusWith(second?.access_token)).toBe(401)
    // The refresh token is revoked too, so the SDK asks the merchant, who refuses.
    helper.provider.decision = { answer: 'cancel' }
    await expect(helper.call('get_store')).rejects.toMatchObject({ code: 'access_denied' })
    expect(helper.provider.consents).toHaveLength(2)
    expect(helper.refusals.at(-1)).toMatchObject({ status: 401, challenge: expect.stringContaining('invalid_token') })
  })
})

/** A client metadata document on this machine. The SDK accepts only https URLs, so this one is passed in directly. */
async function publish(name: string) {
  let fetches = 0
  let address = ''
  const { url, close } = await listen((_request, response) => {
    fetches++
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        client_id: address,
        client_name: name,
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
      }),
    )
  })
  address = `${url}/client.json`
  toClose.push(close)
  return { address, fetched: () => fetches }
}

async function expireAccess(clientId: string | undefined): Promise<void> {
  const database = new pg.Client({ connectionString: ownerUrl })
  await database.connect()
  try {
    const { rowCount } = await database.query(
      `update oauth_tokens t set expires_at = now() - interval '1 second' from oauth_grants g
        where g.store_id = t.store_id and g.id = t.grant_id and g.client_id = $1 and t.kind = 'access'`,
      [clientId],
    )
    expect(rowCount).toBe(1)
  } finally {
    await database.end()
  }
}

async function statusWith(token: string | undefined): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  await response.body?.cancel()
  return response.status
}
