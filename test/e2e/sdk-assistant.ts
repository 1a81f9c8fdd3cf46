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
  /** How the client identifies itself: by registration, by a metadata document, or as a known client. */
  readonly clientMetadataUrl?: string
  readonly clientId?: string
  readonly redirectUrl?: string
}

/** The OAuth provider that the SDK requires of an application: it stores data and opens the authorization URL. */
export class HeadlessProvider implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata: OAuthClientMetadata
  readonly clientMetadataUrl?: string
  /** How the merchant answers from now on. */
  decision: Decision = {}
  /** Every consent that the merchant was asked for. */
  readonly consents: (Consent & { readonly scope: string | null })[] = []
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
  invalidateCredentials = (scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') => {
    if (scope === 'all' || scope === 'client') this.client = undefined
    if (scope === 'all' || scope === 'tokens') this.stored = undefined
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const consent = await this.#merchant.decide(url, this.decision)
    if (consent.callback.searchParams.get('state') !== this.state()) throw new Error('the state was changed')
    this.consents.push({ ...consent, scope: url.searchParams.get('scope') })
  }
}

/** An application built on the SDK that knows only the MCP URL. */
export class SdkAssistant {
  readonly provider: HeadlessProvider
  /** The status and challenge of each refusal by the endpoint. */
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

  /** Passes the SDK the parameters that arrived at the redirect URI. */
  async #finish(): Promise<void> {
    const callback = this.provider.consents.at(-1)?.callback
    if (!callback) throw new Error('no consent was requested')
    await this.#transport.finishAuth(callback.searchParams)
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

  /** Like an application, repeats a call after the merchant has given consent. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
    const consentsBefore = this.provider.consents.length
    const attempt = () => this.client.callTool({ name, arguments: args })
    try {
      return (await attempt()).structuredContent
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || this.provider.consents.length === consentsBefore) throw error
      await this.#finish()
      return (await attempt()).structuredContent
    }
  }

  /** Bypasses the SDK's cache, which keeps the list even after the scopes have changed. */
  async toolNames(): Promise<string[]> {
    return (await this.client.listTools(undefined, { cacheMode: 'refresh' })).tools.map(({ name }) => name)
  }
}
