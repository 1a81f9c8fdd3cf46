import type * as z from 'zod'
import type { listKeys } from '../../keys/list-keys.ts'
import type { MintDraft } from '../assistants/mint-form.tsx'
import { apiKeys } from '../assistants/token-kinds.ts'
import { TokensSection } from '../assistants/tokens-section.tsx'
import { Resumed } from '../sessions/sign-in-again-page.tsx'
import { type MyStore, StoreSwitch } from '../store/store-choice.tsx'
import type { Account } from '../ui/layout.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../ui/page.tsx'

type Props = {
  account: Account
  stores: readonly MyStore[]
  store: MyStore
  keys: z.output<typeof listKeys.output>
  now: Date
  isRevoked: boolean
  draft?: MintDraft | undefined
}

/** Settings, API keys: the keys of one store. */
export function keysPage({ account, stores, store, keys, now, isRevoked, draft }: Props): Page {
  const shown = { meta: keys.meta, data: keys.data.map(({ key_prefix, ...key }) => ({ ...key, prefix: key_prefix })) }
  return {
    title: 'API keys',
    account,
    place: { section: 'keys', slug: store.slug },
    ...(draft && !draft.resumed && { status: 422 as const }),
    body: (
      <>
        <div class="head">
          <header class="stack">
            <h1>API keys</h1>
            <p class="lead">
              Let your own server work with <Name text={store.name} />, without anyone signing in.
            </p>
          </header>
          <StoreSwitch stores={stores} current={store} section="keys" />
        </div>
        {isRevoked && (
          <p class="good" role="status">
            The API key is revoked and no longer works.
          </p>
        )}
        {draft?.resumed === true && <Resumed at={apiKeys.formId} />}
        {draft?.resumed === false && (
          <p class="wrong" role="alert">
            The API key was not created:{' '}
            <a href={draft.errors.name === undefined ? '#scopes' : '#name'}>see what is missing</a>.
          </p>
        )}
        <TokensSection
          kind={apiKeys}
          tokens={shown}
          view={{ store, formToken: account.formToken, now }}
          draft={draft}
        />
      </>
    ),
  }
}
