import type { Child } from 'hono/jsx'
import type { Account } from '../page/layout.tsx'
import type { Page } from '../page/page.tsx'
import { Card } from '../ui/card.tsx'
import { Snippet } from '../ui/copyable.tsx'
import { Name } from '../ui/name.tsx'
import { HaveCopied, SecretCard } from '../ui/secret.tsx'
import { pathTo } from '../ui/store-nav.tsx'
import { Day } from '../ui/time.tsx'
import { useWords } from '../words/words.ts'
import type { SecretKind } from './token-kinds.ts'

type Created = { readonly name: string; readonly secret: string; readonly expires_at: string }

type Props = { account: Account; slug: string; kind: SecretKind; created: Created; body: () => Child }

/** The only page that shows the secret of a token or key, with examples of how to use it as its `body`. */
export const createdPage = ({ account, slug, kind, created, body: Body }: Props): Page => ({
  title: (words) => words.tokens[kind.created].title,
  account,
  narrow: true,
  body() {
    const { tokens } = useWords()
    const words = tokens[kind.created]
    return (
      <>
        <SecretCard words={words} secret={created.secret}>
          <p class="fine">
            <Name text={created.name} /> · {tokens.expires(<Day at={created.expires_at} />)}
          </p>
        </SecretCard>
        <Card id="ready" title={tokens.readyToPaste} help={words.examples}>
          <Body />
        </Card>
        <HaveCopied path={pathTo(kind.section, { store: slug })} />
      </>
    )
  },
})

type ExampleProps = { title: Child; id: string; noun: string; text: string }

/** One way to use a secret. */
export const Example = ({ title, id, noun, text }: ExampleProps) => (
  <div class="stack">
    <h3>{title}</h3>
    <Snippet id={id} noun={noun} text={text} />
  </div>
)
