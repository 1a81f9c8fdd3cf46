import type { Child } from 'hono/jsx'

/** Confirms a change. */
export const Good = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p class="good" role="status">
      {text}
    </p>
  )

/** Says why nothing was changed. */
export const Wrong = ({ text }: { text: Child | undefined }) =>
  text === undefined ? null : (
    <p class="wrong" role="alert">
      {text}
    </p>
  )
