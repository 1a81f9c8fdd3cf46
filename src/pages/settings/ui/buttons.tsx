import { HiddenName } from './confirm.tsx'

/** Sends the form that it ends. */
export const Submit = ({ text }: { text: string }) => (
  <div class="actions">
    <button class="primary">{text}</button>
  </div>
)

/** Leads to the form of a new thing, below the list of them. */
export const AddLink = ({ href, text }: { href: string; text: string }) => (
  <div class="actions">
    <a class="button primary" href={href}>
      {text}
    </a>
  </div>
)

/** Leads on from a page. */
export const OnLink = ({ href, text }: { href: string; text: string }) => (
  <p class="actions">
    <a class="button primary" href={href}>
      {text}
    </a>
  </p>
)

/** Leads to the page of the thing in a row. */
export const RowLink = ({ href, text, name }: { href: string; text: string; name: string }) => (
  <a class="button" href={href}>
    {text}
    <HiddenName name={name} />
  </a>
)
