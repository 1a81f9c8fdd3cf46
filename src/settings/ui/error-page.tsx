import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Account } from './layout.tsx'
import { type Page, pageResponse } from './page.tsx'

export type ErrorPage = {
  readonly status: ContentfulStatusCode
  readonly title: string
  /** In words of whoever reads it, not of the protocol's. */
  readonly happened: Child
  readonly todo: Child
  readonly requestId: string
  /** A button to go on with: paths of our own only. */
  readonly action?: { readonly href: `/settings${string}`; readonly label: string } | undefined
  readonly account?: Account | undefined
  /** Text for whoever makes the client, such as an OAuth error code with its description. */
  readonly detail?: string | undefined
}

/** An error as a page: what happened, what to do about it, and the id under which the log has it. */
export const errorPage = (error: ErrorPage): Promise<Response> => pageResponse(errorAsPage(error))

export const errorAsPage = ({
  status,
  title,
  happened,
  todo,
  requestId,
  action,
  account,
  detail,
}: ErrorPage): Page => ({
  status,
  title,
  account,
  narrow: true,
  body: (
    <section class="card">
      <h1>{title}</h1>
      <p>{happened}</p>
      <p>{todo}</p>
      {detail !== undefined && (
        <p>
          <code class="detail">{detail}</code>
        </p>
      )}
      {action && (
        <p class="actions">
          <a class="button primary" href={action.href}>
            {action.label}
          </a>
        </p>
      )}
      <p class="fine rule">
        If this goes on, tell support this number: <code class="own-line">{requestId}</code>
      </p>
    </section>
  ),
})
