import type * as z from 'zod'
import type { listConnections } from '../../../areas/connections/list-connections.ts'
import type { listTokens } from '../../../areas/mcp-tokens/list-tokens.ts'
import { ConnectGuide } from './connect-guide.tsx'
import { ConnectionsSection } from './connections-section.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { type TokenDraft, TokenNotice } from '../tokens/token-form.tsx'
import { Good } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import { type InStore, storePage } from '../store/store-page.tsx'
import { useWords } from '../words/words.ts'
import { tokenKind } from '../tokens/token-kinds.ts'
import { TokensSection } from '../tokens/tokens-section.tsx'
import { Card } from '../ui/card.tsx'

export const assistantsDones = ['revoked', 'disconnected', 'created'] as const

export type AssistantsDone = (typeof assistantsDones)[number]

type Props = InStore & {
  url: string
  tokens: z.output<typeof listTokens.output>
  connections: z.output<typeof listConnections.output>
  now: Date
  done?: AssistantsDone | undefined
  draft?: TokenDraft | undefined
}

/** Settings, Assistants: the connected assistants and access tokens of one store. */
export function mcpPage({ url, account, stores, store, tokens, connections, now, done, draft }: Props): Page {
  const view = { store, formToken: account.formToken, now }
  const shownTokens = {
    meta: tokens.meta,
    data: tokens.data.map(({ token_prefix, ...token }) => ({ ...token, prefix: token_prefix })),
  }
  return storePage({
    account,
    stores,
    store,
    section: 'mcp',
    texts: (words) => words.assistants,
    status: draft?.resumed === false ? 422 : undefined,
    body() {
      const words = useWords().assistants
      return (
        <>
          <Good text={done && words.done[done]} />
          <TokenNotice kind={tokenKind} draft={draft} />
          <Card id="connect" title={words.connect} help={words.connectHelp}>
            <Copyable id="url" label={words.mcpUrl} value={url} noun={words.url} />
            <ConnectGuide url={url} name={store.slug} />
          </Card>
          <ConnectionsSection connections={connections} view={view} />
          <TokensSection kind={tokenKind} tokens={shownTokens} view={view} draft={draft} />
        </>
      )
    },
  })
}
