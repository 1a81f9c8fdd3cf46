import type * as z from 'zod'
import type { listConnections } from '../../oauth/grants/list-connections.ts'
import type { listTokens } from '../../mcp-tokens/list-tokens.ts'
import { ConnectGuide } from './connect-guide.tsx'
import { ConnectionsSection } from './connections-section.tsx'
import { Copyable } from '../ui/copyable.tsx'
import type { Account } from '../ui/layout.tsx'
import type { MintDraft } from './mint-form.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../ui/page.tsx'
import type { StoreView } from '../store/store-view.ts'
import { Resumed } from '../sessions/sign-in-again-page.tsx'
import { type MyStore, StoreSwitch } from '../store/store-choice.tsx'
import { accessTokens } from './token-kinds.ts'
import { TokensSection } from './tokens-section.tsx'

export const doneText = {
  revoked: 'The token is revoked and no longer works.',
  disconnected: 'The assistant is disconnected and no longer has access.',
  created: 'Your store is ready.',
} as const

type Props = {
  url: string
  account: Account
  stores: readonly MyStore[]
  store: MyStore
  tokens: z.output<typeof listTokens.output>
  connections: z.output<typeof listConnections.output>
  now: Date
  done?: keyof typeof doneText | undefined
  draft?: MintDraft | undefined
}

/** Settings, Assistants: the connected assistants and access tokens of one store. */
export function mcpPage({ url, account, stores, store, tokens, connections, now, done, draft }: Props): Page {
  const view: StoreView = { store, formToken: account.formToken, now }
  const shownTokens = {
    meta: tokens.meta,
    data: tokens.data.map(({ token_prefix, ...token }) => ({ ...token, prefix: token_prefix })),
  }
  return {
    title: 'Assistants',
    account,
    place: { section: 'mcp', slug: store.slug },
    ...(draft && !draft.resumed && { status: 422 as const }),
    body: (
      <>
        <div class="head">
          <header class="stack">
            <h1>Assistants</h1>
            <p class="lead">
              Let Claude, ChatGPT or another assistant work with <Name text={store.name} />.
            </p>
          </header>
          <StoreSwitch stores={stores} current={store} section="mcp" />
        </div>
        {done && (
          <p class="good" role="status">
            {doneText[done]}
          </p>
        )}
        {draft?.resumed === true && <Resumed at="new-token" />}
        {draft?.resumed === false && (
          <p class="wrong" role="alert">
            The token was not created:{' '}
            <a href={draft.errors.name === undefined ? '#scopes' : '#name'}>see what is missing</a>.
          </p>
        )}
        <section class="card" aria-labelledby="connect">
          <header>
            <h2 id="connect">Connect an assistant</h2>
            <p class="fine">
              Paste this URL into the assistant. Then sign in, select the store and choose what the assistant may do.
            </p>
          </header>
          <Copyable id="url" label="MCP URL" value={url} noun="URL" />
          <ConnectGuide url={url} name={store.slug} />
        </section>
        <ConnectionsSection connections={connections} view={view} />
        <TokensSection kind={accessTokens} tokens={shownTokens} view={view} draft={draft} />
      </>
    ),
  }
}
