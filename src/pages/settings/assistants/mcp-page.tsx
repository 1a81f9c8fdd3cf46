import type * as z from 'zod'
import type { listConnections } from '../../../areas/connections/list-connections.ts'
import type { listTokens } from '../../../areas/mcp-tokens/list-tokens.ts'
import { ConnectGuide } from './connect-guide.tsx'
import { ConnectionsSection } from './connections-section.tsx'
import { Copyable } from '../ui/copyable.tsx'
import type { Account } from '../page/layout.tsx'
import { type TokenDraft, TokenNotice } from '../tokens/token-form.tsx'
import { Name } from '../ui/name.tsx'
import { Good } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import { PageHead } from '../store/page-head.tsx'
import type { StoreView } from '../store/in-store.ts'
import type { MyStore } from '../store/store-choice.tsx'
import { useWords } from '../words/words.ts'
import { tokenKind } from '../tokens/token-kinds.ts'
import { TokensSection } from '../tokens/tokens-section.tsx'

export type AssistantsDone = 'revoked' | 'disconnected' | 'created'

type Props = {
  url: string
  account: Account
  stores: readonly MyStore[]
  store: MyStore
  tokens: z.output<typeof listTokens.output>
  connections: z.output<typeof listConnections.output>
  now: Date
  done?: AssistantsDone | undefined
  draft?: TokenDraft | undefined
}

/** Settings, Assistants: the connected assistants and access tokens of one store. */
export function mcpPage({ url, account, stores, store, tokens, connections, now, done, draft }: Props): Page {
  const view: StoreView = { store, formToken: account.formToken, now }
  const shownTokens = {
    meta: tokens.meta,
    data: tokens.data.map(({ token_prefix, ...token }) => ({ ...token, prefix: token_prefix })),
  }
  return {
    title: (words) => words.assistants.title,
    account,
    place: { section: 'mcp', slug: store.slug },
    ...(draft && !draft.resumed && { status: 422 as const }),
    body() {
      const words = useWords().assistants
      const lead = words.lead(<Name text={store.name} />)
      return (
        <>
          <PageHead title={words.title} lead={lead} stores={stores} store={store} section="mcp" />
          <Good text={done && words.done[done]} />
          <TokenNotice kind={tokenKind} draft={draft} />
          <section class="card" aria-labelledby="connect">
            <header>
              <h2 id="connect">{words.connect}</h2>
              <p class="fine">{words.connectHelp}</p>
            </header>
            <Copyable id="url" label={words.mcpUrl} value={url} noun={words.url} />
            <ConnectGuide url={url} name={store.slug} />
          </section>
          <ConnectionsSection connections={connections} view={view} />
          <TokensSection kind={tokenKind} tokens={shownTokens} view={view} draft={draft} />
        </>
      )
    },
  }
}
