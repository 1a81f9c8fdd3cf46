import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { WebSession } from '../../auth/sign-in/web-session.ts'
import { returnPath } from '../../auth/sign-in/return-path.ts'
import { createStore } from '../../stores/create-store.ts'
import { CreateStoreForm, type StoreDraft } from './create-store-form.tsx'
import { Name } from '../ui/name.tsx'
import type { Account } from '../ui/layout.tsx'
import type { Page } from '../ui/page.tsx'
import { show } from '../ui/page.tsx'
import { keyOf, readForm } from '../ui/read-form.ts'
import { type PageEnv, withWebSession } from '../sessions/with-web-session.ts'

/** Creating a first store. */
export const storeRoutes = new Hono<PageEnv>().use(withWebSession).post('/', async (c) => {
  const form = await readForm(c)
  const returnTo = returnPath(form.get('return_to') ?? undefined)
  const submitted = Object.fromEntries(
    (['name', 'currency', 'timezone'] as const).map((field) => [field, form.get(field)?.trim() ?? '']),
  )
  const parsed = createStore.input.safeParse(submitted)
  if (!parsed.success) {
    const draft = draftOf(submitted, parsed.error)
    return show(c, {
      ...noStorePage(c, { account: c.var.account, returnTo, draft }),
      status: 422,
    })
  }
  const { slug } = await createStore({ ...c.var.caller, idempotencyKey: keyOf(form) }, parsed.data)
  const location = returnTo.startsWith('/settings/authorize') ? returnTo : `/settings/mcp?store=${slug}&done=created`
  return c.redirect(location, 303)
})

/** Cloudflare's guess from the browser's IP address. */
export const timezoneOf = (c: Context): string =>
  z.object({ timezone: z.string() }).safeParse(c.req.raw.cf).data?.timezone ?? 'UTC'

type Props = { account: Account; returnTo: string; draft?: StoreDraft }

/** For people who belong to no store: creates one, or explains why they see no invitation. */
export const noStorePage = (c: Context<PageEnv>, { account, returnTo, draft }: Props): Page => ({
  title: 'Your first store',
  account,
  narrow: true,
  body: (
    <>
      <header class="stack">
        <h1>You have no store yet</h1>
        <p class="lead">
          Create one here. If your store already exists, ask its owner to invite you, or sign in with the account that
          you use there.
        </p>
        {!account.invitations?.length && <InvitationHint {...c.var.session} />}
      </header>
      <CreateStoreForm account={account} returnTo={returnTo} timezone={timezoneOf(c)} draft={draft} />
    </>
  ),
})

/** An invitation is shown only if a trusted identity provider has confirmed the email address it was sent to. */
const InvitationHint = ({ email, emailVerified }: Pick<WebSession, 'email' | 'emailVerified'>) =>
  email !== null && emailVerified ? (
    <p class="fine">
      Expecting an invitation? It may have been for an address other than <Name text={email} />, or it may have expired
      or been revoked.
    </p>
  ) : (
    <p class="fine">
      Expecting an invitation? It appears here once your email address is confirmed. Confirm the address with your
      sign-in provider, then sign in again.
    </p>
  )

function draftOf(submitted: Record<string, string>, error: z.ZodError): StoreDraft {
  const wrong = (field: string) => error.issues.find(({ path }) => path[0] === field)?.message
  return {
    name: submitted['name'] ?? '',
    currency: submitted['currency'] ?? '',
    timezone: submitted['timezone'] ?? '',
    wrong: {
      ...(wrong('name') !== undefined && { name: 'Enter a name of up to 200 characters.' }),
      ...(wrong('currency') !== undefined && { currency: 'Enter an ISO 4217 currency code, such as USD or KWD.' }),
      ...(wrong('timezone') !== undefined && { timezone: 'Enter an IANA time zone, such as Asia/Kuwait.' }),
    },
  }
}
