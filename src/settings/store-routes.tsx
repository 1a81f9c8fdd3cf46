import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { returnPath } from '../auth/web-return-path.ts'
import { createStore } from '../stores/create-store.ts'
import { CreateStoreForm, type StoreDraft } from './create-store-form.tsx'
import type { Account } from './layout.tsx'
import type { Page } from './page.tsx'
import { show } from './page.tsx'
import { keyOf, readForm } from './read-form.ts'
import { type PageEnv, withWebSession } from './with-web-session.ts'

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
      ...noStorePage({ account: c.var.account, returnTo, timezone: timezoneOf(c), draft }),
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

type Props = { account: Account; returnTo: string; timezone: string; draft?: StoreDraft }

export const noStorePage = ({ account, returnTo, timezone, draft }: Props): Page => ({
  title: 'Your first store',
  account,
  narrow: true,
  body: (
    <>
      <header class="stack">
        <h1>You have no store yet</h1>
        <p class="lead">
          Create one here. If your store exists already, ask its owner to add you, or sign in with the account that you
          use there.
        </p>
      </header>
      <CreateStoreForm account={account} returnTo={returnTo} timezone={timezone} draft={draft} />
    </>
  ),
})

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
