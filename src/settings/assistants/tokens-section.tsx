import type * as z from 'zod'
import type { listTokens } from '../../mcp-tokens/list-tokens.ts'
import { Confirm } from '../ui/confirm.tsx'
import { type MintDraft, MintForm } from './mint-form.tsx'
import { Ago, Day } from '../ui/moment.tsx'
import { Name } from '../ui/name.tsx'
import { OlderLink } from './older-link.tsx'
import { ScopeSummary } from './scope-summary.tsx'
import type { Shown } from '../ui/shown.ts'

type Tokens = z.output<typeof listTokens.output>
type Token = Tokens['data'][number]

type Props = { tokens: Tokens; shown: Shown; draft?: MintDraft | undefined }

export function TokensSection({ tokens, shown, draft }: Props) {
  const good = tokens.data.filter((token) => endOf(token, shown.now) === null)
  const over = tokens.data.filter((token) => endOf(token, shown.now) !== null)
  return (
    <section class="card" aria-labelledby="tokens">
      <header>
        <h2 id="tokens">Access tokens</h2>
        <p class="fine">
          For scripts and tools that cannot sign in. Assistants that can are better off with the URL alone.
        </p>
      </header>
      {good.length > 0 ? (
        <ul class="rows">
          {good.map((token) => (
            <TokenRow token={token} shown={shown} />
          ))}
        </ul>
      ) : (
        <div class="empty">
          <strong>No token is in use</strong>
          <p>Make one for each tool, so that you can take it back from that tool alone.</p>
        </div>
      )}
      <MintForm shown={shown} draft={draft} />
      {over.length > 0 && (
        <details>
          <summary>Revoked and expired ({over.length})</summary>
          <div class="stack">
            <ul class="rows">
              {over.map((token) => (
                <OverRow token={token} shown={shown} />
              ))}
            </ul>
          </div>
        </details>
      )}
      <OlderLink meta={tokens.meta} section="mcp" list="tokens" store={shown.store.slug} />
    </section>
  )
}

const TokenRow = ({ token, shown }: { token: Token; shown: Shown }) => (
  <li class="row">
    <div class="stack">
      <h3>
        <Name text={token.name} />
      </h3>
      <ScopeSummary scopes={token.scopes} />
      <p class="fine">
        <code>{token.token_prefix}…</code> · made by <Name text={token.created_by.email ?? 'a member'} /> on{' '}
        <Day at={token.created_at} />
      </p>
      <p class="fine">
        {token.last_used_at === null ? (
          'Not used yet'
        ) : (
          <>
            Last used <Ago at={token.last_used_at} now={shown.now} />
          </>
        )}{' '}
        · expires <Day at={token.expires_at} />
      </p>
    </div>
    <Confirm
      verb="Revoke"
      name={token.name}
      action={`/settings/mcp/tokens/${token.id}/revoke`}
      consequence="Whatever uses this token is refused from its next call on. It cannot be brought back."
      formToken={shown.formToken}
      store={shown.store.slug}
    />
  </li>
)

const OverRow = ({ token, shown }: { token: Token; shown: Shown }) => (
  <li class="row over">
    <div class="stack">
      <p class="named">
        <Name text={token.name} /> <span class="tag bad">{endOf(token, shown.now)}</span>
      </p>
      <p class="fine">
        <code>{token.token_prefix}…</code> · <Day at={token.revoked_at ?? token.expires_at} />
      </p>
    </div>
  </li>
)

function endOf(token: Token, now: Date): string | null {
  if (token.revoked_at !== null) return 'Revoked'
  if (new Date(token.expires_at) <= now) return 'Expired'
  return token.created_by.may_manage ? null : 'Refused: its maker is no owner or admin any more'
}
