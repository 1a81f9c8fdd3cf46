import type * as z from 'zod'
import type { listTokens } from '../../mcp-tokens/list-tokens.ts'
import { Confirm } from '../ui/confirm.tsx'
import { type MintDraft, MintForm } from './mint-form.tsx'
import { Ago, Day } from '../ui/time.tsx'
import { Name } from '../ui/name.tsx'
import { OlderLink } from '../ui/older-link.tsx'
import { ScopeSummary } from './scope-summary.tsx'
import type { StoreView } from '../store/store-view.ts'

type Tokens = z.output<typeof listTokens.output>
type Token = Tokens['data'][number]

type Props = { tokens: Tokens; view: StoreView; draft?: MintDraft | undefined }

export function TokensSection({ tokens, view, draft }: Props) {
  const active = tokens.data.filter((token) => endReason(token, view.now) === null)
  const ended = tokens.data.filter((token) => endReason(token, view.now) !== null)
  return (
    <section class="card" aria-labelledby="tokens">
      <header>
        <h2 id="tokens">Access tokens</h2>
        <p class="fine">
          For scripts and tools that cannot sign in. If an assistant can sign in, give it the URL above instead.
        </p>
      </header>
      {active.length > 0 ? (
        <ul class="rows">
          {active.map((token) => (
            <TokenRow token={token} view={view} />
          ))}
        </ul>
      ) : (
        <div class="empty">
          <strong>No active tokens</strong>
          <p>Create one for each tool, so that you can revoke each one separately.</p>
        </div>
      )}
      <MintForm view={view} draft={draft} />
      {ended.length > 0 && (
        <details>
          <summary>Revoked and expired ({ended.length})</summary>
          <div class="stack">
            <ul class="rows">
              {ended.map((token) => (
                <EndedRow token={token} view={view} />
              ))}
            </ul>
          </div>
        </details>
      )}
      <OlderLink meta={tokens.meta} section="mcp" list="tokens" store={view.store.slug} />
    </section>
  )
}

const TokenRow = ({ token, view }: { token: Token; view: StoreView }) => (
  <li class="row">
    <div class="stack">
      <h3>
        <Name text={token.name} />
      </h3>
      <ScopeSummary scopes={token.scopes} />
      <p class="fine">
        <code>{token.token_prefix}…</code> · created by <Name text={token.created_by.email ?? 'a member'} /> on{' '}
        <Day at={token.created_at} />
      </p>
      <p class="fine">
        {token.last_used_at === null ? (
          'Never used'
        ) : (
          <>
            Last used <Ago at={token.last_used_at} now={view.now} />
          </>
        )}{' '}
        · expires <Day at={token.expires_at} />
      </p>
    </div>
    <Confirm
      verb="Revoke"
      name={token.name}
      action={`/settings/mcp/tokens/${token.id}/revoke`}
      consequence="Anything that uses this token stops working immediately. You cannot undo this."
      formToken={view.formToken}
      store={view.store.slug}
    />
  </li>
)

const EndedRow = ({ token, view }: { token: Token; view: StoreView }) => (
  <li class="row ended">
    <div class="stack">
      <p class="named">
        <Name text={token.name} /> <span class="tag bad">{endReason(token, view.now)}</span>
      </p>
      <p class="fine">
        <code>{token.token_prefix}…</code> · <Day at={token.revoked_at ?? token.expires_at} />
      </p>
    </div>
  </li>
)

function endReason(token: Token, now: Date): string | null {
  if (token.revoked_at !== null) return 'Revoked'
  if (new Date(token.expires_at) <= now) return 'Expired'
  return token.created_by.may_manage ? null : 'Stopped: its creator is no longer an owner or admin'
}
