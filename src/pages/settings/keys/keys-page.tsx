import type * as z from 'zod'
import type { listKeys } from '../../../areas/keys/list-keys.ts'
import { type TokenDraft, TokenNotice } from '../tokens/token-form.tsx'
import { keyKind } from '../tokens/token-kinds.ts'
import { TokensSection } from '../tokens/tokens-section.tsx'
import { PageHead } from '../store/page-head.tsx'
import type { MyStore } from '../store/store-choice.tsx'
import type { Account } from '../page/layout.tsx'
import { Name } from '../ui/name.tsx'
import { Good } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import { useWords } from '../words/words.ts'

type Props = {
  account: Account
  stores: readonly MyStore[]
  store: MyStore
  keys: z.output<typeof listKeys.output>
  now: Date
  isRevoked: boolean
  draft?: TokenDraft | undefined
}

/** Settings, API keys: the keys of one store. */
export function keysPage({ account, stores, store, keys, now, isRevoked, draft }: Props): Page {
  const shown = { meta: keys.meta, data: keys.data.map(({ key_prefix, ...key }) => ({ ...key, prefix: key_prefix })) }
  return {
    title: (words) => words.tokens.keysPage.title,
    account,
    place: { section: 'keys', slug: store.slug },
    ...(draft && !draft.resumed && { status: 422 as const }),
    body() {
      const words = useWords().tokens.keysPage
      const lead = words.lead(<Name text={store.name} />)
      return (
        <>
          <PageHead title={words.title} lead={lead} stores={stores} store={store} section="keys" />
          <Good text={isRevoked ? words.revoked : undefined} />
          <TokenNotice kind={keyKind} draft={draft} />
          <TokensSection
            kind={keyKind}
            tokens={shown}
            view={{ store, formToken: account.formToken, now }}
            draft={draft}
          />
        </>
      )
    },
  }
}
