import type { KeyScope } from '../../../platform/auth/tokens/scopes.ts'
import { Confirm } from '../ui/confirm.tsx'
import { type TokenDraft, TokenForm } from './token-form.tsx'
import { Ago, Day } from '../ui/time.tsx'
import { Name } from '../ui/name.tsx'
import { OlderLink } from '../ui/store-nav.tsx'
import { ScopeSummary } from './scopes.tsx'
import type { StoreView } from '../store/in-store.ts'
import { useWords } from '../words/words.ts'
import type { SecretKind } from './token-kinds.ts'
import { Card, EndedRows, Rows } from '../ui/card.tsx'

/** An access token or API key. */
type Token = {
  readonly id: string
  readonly name: string
  readonly scopes: readonly KeyScope[]
  /** The beginning of the secret. */
  readonly prefix: string
  readonly created_by: { readonly email: string | null; readonly may_manage: boolean }
  readonly created_at: string
  readonly expires_at: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

type Tokens = { readonly data: readonly Token[]; readonly meta: { next_cursor: string | null } }

type Props = { kind: SecretKind; tokens: Tokens; view: StoreView; draft?: TokenDraft | undefined }

/** The access tokens or API keys of a store, and the form that creates one. */
export function TokensSection({ kind, tokens, view, draft }: Props) {
  const words = useWords().tokens
  const ofKind = words[kind.kind]
  const active = tokens.data.filter((token) => endReason(token, view.now) === null)
  const ended = tokens.data.filter((token) => endReason(token, view.now) !== null)
  return (
    <Card id="tokens" title={ofKind.title} help={ofKind.lead}>
      <Rows
        rows={active.map((token) => (
          <TokenRow kind={kind} token={token} view={view} />
        ))}
        none={ofKind.noneYet}
        noneHelp={ofKind.oneForEach}
      />
      <TokenForm kind={kind} view={view} draft={draft} />
      <EndedRows
        summary={words.ended(ended.length)}
        rows={ended.map((token) => (
          <EndedRow token={token} view={view} />
        ))}
      />
      <OlderLink meta={tokens.meta} section={kind.section} list={kind.list} store={view.store.slug} />
    </Card>
  )
}

function TokenRow({ kind, token, view }: { kind: SecretKind; token: Token; view: StoreView }) {
  const { tokens: words, assistants } = useWords()
  const creator = <Name text={token.created_by.email ?? assistants.aMember} />
  return (
    <li class="row">
      <div class="stack">
        <h3>
          <Name text={token.name} />
        </h3>
        <ScopeSummary scopes={token.scopes} />
        <p class="fine">
          <Prefix token={token} /> · {words.createdBy(creator, <Day at={token.created_at} />)}
        </p>
        <p class="fine">
          {token.last_used_at === null ? words.never : words.used(<Ago at={token.last_used_at} now={view.now} />)} ·{' '}
          {words.expires(<Day at={token.expires_at} />)}
        </p>
      </div>
      <Confirm
        verb={words.revoke}
        name={token.name}
        action={`${kind.action}/${token.id}/revoke`}
        consequence={words[kind.kind].consequence}
        formToken={view.formToken}
        store={view.store.slug}
      />
    </li>
  )
}

function EndedRow({ token, view }: { token: Token; view: StoreView }) {
  const words = useWords().tokens
  const reason = endReason(token, view.now)
  return (
    <li class="row ended">
      <div class="stack">
        <p class="named">
          <Name text={token.name} /> <span class="tag bad">{reason && words[reason]}</span>
        </p>
        <p class="fine">
          <Prefix token={token} /> · <Day at={token.revoked_at ?? token.expires_at} />
        </p>
      </div>
    </li>
  )
}

const Prefix = ({ token }: { token: Token }) => <code dir="ltr">{token.prefix}…</code>

function endReason(token: Token, now: Date): 'revoked' | 'expired' | 'stopped' | null {
  if (token.revoked_at !== null) return 'revoked'
  if (new Date(token.expires_at) <= now) return 'expired'
  return token.created_by.may_manage ? null : 'stopped'
}
