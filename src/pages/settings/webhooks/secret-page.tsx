import type { Account } from '../page/layout.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../page/page.tsx'
import { HaveCopied, SecretCard } from '../ui/secret.tsx'
import { pathTo } from '../ui/store-nav.tsx'
import { useWords } from '../words/words.ts'

type Props = {
  webhook: { readonly id: string; readonly url: string; readonly secret: string }
  /** Whether the webhook had another secret before. */
  isRotated: boolean
  slug: string
  account: Account
}

/** The only page that shows the secret of a webhook. */
export const secretPage = ({ webhook, isRotated, slug, account }: Props): Page => ({
  title: ({ webhooks: { secret } }) => (isRotated ? secret.rotatedTitle : secret.title),
  account,
  narrow: true,
  body() {
    const words = useWords().webhooks.secret
    return (
      <>
        <SecretCard words={words} secret={webhook.secret}>
          <p class="fine wrap">
            {words.needed(<Name text={webhook.url} maxLength={200} />)} <a href="/docs/webhooks">{words.docs}</a>
          </p>
          {isRotated && <p class="note">{words.oldOne}</p>}
        </SecretCard>
        <HaveCopied path={pathTo(`webhooks/${webhook.id}`, { store: slug })} />
      </>
    )
  },
})
