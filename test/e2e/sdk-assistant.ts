import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { Consent, Decision, Merchant } from './consent-driver.ts'

export const eras = ['legacy', 'modern'] as const
type Era = (typeof eras)[number]

type Options = {
  readonly name: string
  readonly merchant: Merchant
  /** Chooses registration, a client metadata document that the SDK selects, or a client that is known beforehand. */
  readonly clientMetadataUrl?: string
  readonly clientId?: string
  readonly redirectUrl?: string
}

/** What the SDK asks of an application: it keeps what it is given, and sends the merchant to where it is told. */
export class HeadlessProvider implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata: OAuthClientMetadata
  readonly clientMetadataUrl?: string
  /** What the merchant answers from now on. */
  decision: Decision = {}
  /** Each time that the merchant was asked. */
  readonly asked: (Consent & { readonly scope: string | null })[] = []
  client: StoredOAuthClientInformation | undefined
  stored: StoredOAuthTokens | undefined
  readonly #merchant: Merchant
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined

  constructor({
    name,
    merchant,
    clientMetadataUrl,
    clientId,
    redirectUrl = 'http://127.0.0.1:43110/callback',
  }: Options) {
    this.#merchant = merchant
    this.redirectUrl = redirectUrl
    this.clientMetadata = { client_name: name, redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' }
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl
    if (clientId !== undefined) this.client = { client_id: clientId }
  }

  state = () => 'a state/with?odd&characters=é'
  clientInformation = () => this.client
  saveClientInformation = (client: StoredOAuthClientInformation) => {
    this.client = client
  }
  tokens = () => this.stored
  saveTokens = (tokens: StoredOAuthTokens) => {
    this.stored = tokens
  }
  codeVerifier = () => this.#verifier
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier
  }
  discoveryState = () => this.#discovery
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovery = state
  }
  invalidateCredentials = (what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') => {
    if (what === 'all' || what === 'client') this.client = undefined
    if (what === 'all' || what === 'tokens') this.stored = undefined
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const consent = await this.#merchant.decide(url, this.decision)
    if (consent.callback.searchParams.get('state') !== this.state()) throw new Error('the state came back changed')
    this.asked.push({ ...consent, scope: url.searchParams.get('scope') })
  }
}

/** An application on the SDK, that knows the MCP URL and nothing else. */
export class SdkAssistant {
  readonly provider: HeadlessProvider
  /** The status of each answer of the endpoint that was a refusal, and its challenge. */
  readonly refusals: { readonly status: number; readonly challenge: string | null }[] = []
  readonly client: Client
  readonly #url: URL
  #transport: StreamableHTTPClientTransport

  constructor(url: string, era: Era, options: Options) {
    this.#url = new URL(url)
    this.provider = new HeadlessProvider(options)
    this.client = new Client(
      { name: options.name, version: '1.0.0' },
      { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
    )
    this.#transport = this.#open()
  }

  #open(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(this.#url, {
      authProvider: this.provider,
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        if (String(url) === this.#url.href && (response.status === 401 || response.status === 403))
          this.refusals.push({ status: response.status, challenge: response.headers.get('www-authenticate') })
        return response
      },
    })
  }

  /** Hands the SDK what came to the redirect address. */
  async #finish(): Promise<void> {
    const answer = this.provider.asked.at(-1)?.callback
    if (!answer) throw new Error('nobody was asked')
    await this.#transport.finishAuth(answer.searchParams)
  }

  async connect(): Promise<void> {
    try {
      await this.client.connect(this.#transport)
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error
      await this.#finish()
      this.#transport = this.#open()
      await this.client.connect(this.#transport)
    }
  }

  /** As applications do it: a call that wants the merchant first is made again afterwards. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
    const asked = this.provider.asked.length
    const attempt = () => this.client.callTool({ name, arguments: args })
    try {
      return (await attempt()).structuredContent
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || this.provider.asked.length === asked) throw error
      await this.#finish()
      return (await attempt()).structuredContent
    }
  }

  /** Past the SDK's cache, which keeps the list for as long as the answer says, whatever may be done by now. */
  async toolNames(): Promise<string[]> {
    return (await this.client.listTools(undefined, { cacheMode: 'refresh' })).tools.map(({ name }) => name)
  }
}
