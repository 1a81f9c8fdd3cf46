import type { Child } from 'hono/jsx'
import { useWords } from '../words/words.ts'
import { Snippet } from './copyable.tsx'
import { OnLink } from './buttons.tsx'

type Props = {
  words: { readonly heading: string; readonly label: string; readonly noun: string }
  secret: string
  children: Child
}

/** The first card of a page that shows a secret once. */
export const SecretCard = ({ words, secret, children }: Props) => (
  <section class="card">
    <header>
      <h1>{words.heading}</h1>
      <p class="lead">{useWords().ui.shownOnce}</p>
    </header>
    <div class="stack">
      <h2 class="label">{words.label}</h2>
      <Snippet id="secret" text={secret} noun={words.noun} />
    </div>
    {children}
  </section>
)

/** Leads away from a secret. */
export const HaveCopied = ({ path }: { path: string }) => <OnLink href={path} text={useWords().ui.haveCopied} />
