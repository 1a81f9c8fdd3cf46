import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { WebSession } from '../../../platform/auth/sign-in/web-session.ts'
import { returnPath } from '../../../platform/auth/sign-in/return-path.ts'
import { keepsOpener } from '../../../platform/http/standard-headers.ts'
import { createStore } from '../../../areas/stores/create-store.ts'
import { CreateStoreForm, type StoreDraft } from './create-store-form.tsx'
import { Name } from '../ui/name.tsx'
import type { Account } from '../page/layout.tsx'
import type { Page } from '../page/page.tsx'
import { show } from '../page/page.tsx'
import { keyOf, readForm } from '../page/read-form.ts'
import type { Language } from '../../../platform/values/language.ts'
import { useWords, wordsIn } from '../words/words.ts'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'

/** Creating a first store. */
export const storeRoutes = new Hono<PageEnv>()
  .use(keepsOpener)
  .use(withWebSession)
  .post('/', async (c) => {
    const form = await readForm(c)
    const returnTo = returnPath(form.get('return_to') ?? undefined)
    const submitted = Object.fromEntries(
      (['name', 'currency', 'timezone'] as const).map((field) => [field, form.get(field)?.trim() ?? '']),
    )
    const parsed = createStore.input.safeParse(submitted)
    if (!parsed.success) {
      const draft = draftOf(submitted, parsed.error, c.var.language)
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
  title: (words) => words.store.first.pageTitle,
  account,
  narrow: true,
  body() {
    const words = useWords().store.first
    return (
      <>
        <header class="stack">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
          {!account.invitations?.length && <InvitationHint {...c.var.session} />}
        </header>
        <CreateStoreForm account={account} returnTo={returnTo} timezone={timezoneOf(c)} draft={draft} />
      </>
    )
  },
})

/** An invitation is shown only if a trusted identity provider has confirmed the email address it was sent to. */
function InvitationHint({ email, emailVerified }: Pick<WebSession, 'email' | 'emailVerified'>) {
  const words = useWords().store.first
  return (
    <p class="fine">
      {email !== null && emailVerified ? words.otherAddress(<Name text={email} />) : words.unconfirmed}
    </p>
  )
}

function draftOf(submitted: Record<string, string>, error: z.ZodError, language: Language): StoreDraft {
  const { fields, first } = wordsIn(language).store
  const isInvalid = (field: string) => error.issues.some(({ path }) => path[0] === field)
  return {
    name: submitted['name'] ?? '',
    currency: submitted['currency'] ?? '',
    timezone: submitted['timezone'] ?? '',
    errors: {
      ...(isInvalid('name') && { name: fields.name.wrong }),
      ...(isInvalid('currency') && { currency: first.currencyWrong }),
      ...(isInvalid('timezone') && { timezone: fields.timezone.wrong }),
    },
  }
}
