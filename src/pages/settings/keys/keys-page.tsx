import type * as z from 'zod'
import type { listKeys } from '../../../areas/keys/list-keys.ts'
import { type TokenDraft, TokenNotice } from '../tokens/token-form.tsx'
import { keyKind } from '../tokens/token-kinds.ts'
import { TokensSection } from '../tokens/tokens-section.tsx'
import { type InStore, storePage } from '../store/store-page.tsx'
import { Good } from '../ui/notices.tsx'
import type { Page } from '../page/page.tsx'
import { useWords } from '../words/words.ts'

type Props = InStore & {
  keys: z.output<typeof listKeys.output>
  now: Date
  isRevoked: boolean
  draft?: TokenDraft | undefined
}

/** Settings, API keys: the keys of one store. */
export function keysPage({ account, stores, store, keys, now, isRevoked, draft }: Props): Page {
  const shown = { meta: keys.meta, data: keys.data.map(({ key_prefix, ...key }) => ({ ...key, prefix: key_prefix })) }
  return storePage({
    account,
    stores,
    store,
    section: 'keys',
    texts: (words) => words.tokens.keysPage,
    status: draft?.resumed === false ? 422 : undefined,
    body() {
      const words = useWords().tokens.keysPage
      return (
        <>
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
  })
}
