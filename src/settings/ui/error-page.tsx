import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Account } from './layout.tsx'
import { type Page, pageResponse } from './page.tsx'

export type ErrorPage = {
  readonly status: ContentfulStatusCode
  readonly title: string
  /** For merchants: no protocol terms. */
  readonly happened: Child
  readonly todo: Child
  readonly requestId: string
  /** A button to another page. Only paths of this service. */
  readonly action?: { readonly href: `/settings${string}`; readonly label: string } | undefined
  readonly account?: Account | undefined
  /** For the client's developer, such as an OAuth error code with its description. */
  readonly detail?: string | undefined
}

/** An error page: what happened, what to do, and the request id to find it in the log. */
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
        If the problem continues, give support this reference: <code class="own-line">{requestId}</code>
      </p>
    </section>
  ),
})
