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

/** Making a store, for whoever has none. */
export const storeRoutes = new Hono<PageEnv>().use(withWebSession).post('/', async (c) => {
  const form = await readForm(c)
  const returnTo = returnPath(form.get('return_to') ?? undefined)
  const given = Object.fromEntries(
    (['name', 'currency', 'timezone'] as const).map((field) => [field, form.get(field)?.trim() ?? '']),
  )
  const parsed = createStore.input.safeParse(given)
  if (!parsed.success) {
    const draft = draftOf(given, parsed.error)
    return show(c, {
      ...noStorePage(c, { account: c.var.account, returnTo, draft }),
      status: 422,
    })
  }
  const { slug } = await createStore({ ...c.var.caller, idempotencyKey: keyOf(form) }, parsed.data)
  const settled = returnTo.startsWith('/settings/authorize') ? returnTo : `/settings/mcp?store=${slug}&done=created`
  return c.redirect(settled, 303)
})

/** Where the browser seems to be: Cloudflare's guess by its address. */
export const timezoneOf = (c: Context): string =>
  z.object({ timezone: z.string() }).safeParse(c.req.raw.cf).data?.timezone ?? 'UTC'

type Props = { account: Account; returnTo: string; draft?: StoreDraft }

/** For whoever belongs to no store: makes one, or says why they see no invitation. */
export const noStorePage = (c: Context<PageEnv>, { account, returnTo, draft }: Props): Page => ({
  title: 'Your first store',
  account,
  narrow: true,
  body: (
    <>
      <header class="stack">
        <h1>You have no store yet</h1>
        <p class="lead">
          Create one here. If your store exists already, ask its owner to invite you, or sign in with the account that
          you use there.
        </p>
        {!account.invitations?.length && <InvitationHint {...c.var.session} />}
      </header>
      <CreateStoreForm account={account} returnTo={returnTo} timezone={timezoneOf(c)} draft={draft} />
    </>
  ),
})

/** An invitation is for an e-mail address, and shown only to whom a trusted identity provider confirms it. */
const InvitationHint = ({ email, emailVerified }: Pick<WebSession, 'email' | 'emailVerified'>) =>
  email !== null && emailVerified ? (
    <p class="fine">
      Were you invited? Then it was to another address than <Name text={email} />, it has expired, or it was revoked.
    </p>
  ) : (
    <p class="fine">
      Were you invited? Invitations are shown once your e-mail address is confirmed. Confirm it with the account that
      you sign in with, and sign in again.
    </p>
  )

function draftOf(given: Record<string, string>, error: z.ZodError): StoreDraft {
  const wrong = (field: string) => error.issues.find(({ path }) => path[0] === field)?.message
  return {
    name: given['name'] ?? '',
    currency: given['currency'] ?? '',
    timezone: given['timezone'] ?? '',
    wrong: {
      ...(wrong('name') !== undefined && { name: 'Give your store a name of up to 200 characters.' }),
      ...(wrong('currency') !== undefined && { currency: wrong('currency') ?? '' }),
      ...(wrong('timezone') !== undefined && { timezone: wrong('timezone') ?? '' }),
    },
  }
}
