import { type Context, Hono } from 'hono'
import { type ErrorCode, refused, ServiceError } from '../../errors.ts'
import { configOf } from '../../http/config.ts'
import { pathId } from '../../http/preconditions.ts'
import { kinds } from '../../http/problem.ts'
import { signInUrl } from '../../http/sign-in-url.ts'
import { problemsIn } from '../../problems.ts'
import { changeMember } from '../../members/change-member.ts'
import { inviteMember } from '../../members/invite-member.ts'
import { listMembers } from '../../members/list-members.ts'
import { removeMember } from '../../members/remove-member.ts'
import { callerIn, inStore } from '../store/in-store.ts'
import { type KeptForm, takeForm } from '../ui/kept-form.ts'
import type { InviteDraft } from './invite-form.tsx'
import type { RoleDraft } from './member-rows.tsx'
import { type Done, membersPage, type FormError } from './members-page.tsx'
import { show } from '../ui/page.tsx'
import { keyOf, readForm } from '../ui/read-form.ts'
import { rolePage } from './role-page.tsx'
import { manages } from '../store/store-choice.tsx'
import { pathTo } from '../store/store-nav.tsx'
import { noStorePage } from '../store/store-routes.tsx'
import { type PageEnv, withWebSession } from '../sessions/with-web-session.ts'

// With more, a page of long addresses would pass 50 KB.
const rowsShown = 12

/** Settings, Members. */
export const membersPageRoutes = new Hono<PageEnv>()
  .use(withWebSession)
  .get('/', async (c) => overview(c, { asked: c.req.query('store'), ...resumedFrom(await takeForm(c, ownerForms)) }))
  .post('/', async (c) => {
    const form = await readForm(c)
    const given = { email: form.get('email')?.trim() ?? '', role: form.get('role') ?? '' }
    const parsed = inviteMember.input.safeParse(given)
    if (!parsed.success) return overview(c, { asked: form.get('store') ?? '', draft: draftOf(given) })
    const caller = { ...callerIn(c, form), idempotencyKey: keyOf(form) }
    return attempt(c, form, 'invited', () => inviteMember(caller, parsed.data))
  })
  .post('/:id/role', async (c) => {
    const form = await readForm(c)
    const parsed = changeMember.input.safeParse({
      member_id: pathId(c, 'id', 'member'),
      role: form.get('role'),
      expected_version: Number(form.get('version')),
    })
    if (!parsed.success) throw refused('invalid_input', problemsIn(parsed.error))
    return attempt(c, form, 'changed', () => changeMember(callerIn(c, form), parsed.data))
  })
  .post('/:id/remove', async (c) => {
    const form = await readForm(c)
    const member_id = pathId(c, 'id', 'member')
    return attempt(c, form, 'removed', () => removeMember(callerIn(c, form), { member_id }))
  })
  .post('/:id/revoke', async (c) => {
    const form = await readForm(c)
    const member_id = pathId(c, 'id', 'invitation')
    return attempt(c, form, 'revoked', () => removeMember(callerIn(c, form), { member_id }))
  })

/** Those that can make an owner. */
const ownerForms = /^\/settings\/members(?:\/([0-9a-f-]{36})\/role)?$/i

/** What was filled in before whoever did it signed in again. */
function resumedFrom(kept: KeptForm | undefined): Pick<Shown, 'draft' | 'roleDraft'> {
  if (!kept) return {}
  const given = { email: kept.fields.get('email') ?? '', role: kept.fields.get('role') ?? '' }
  const draft = draftOf(given)
  const memberId = ownerForms.exec(kept.action)?.[1]
  if (memberId === undefined) return { draft: { ...draft, resumed: true } }
  return draft.role === null ? {} : { roleDraft: { memberId, role: draft.role } }
}

type Shown = { asked: string | undefined; formError?: FormError; draft?: InviteDraft; roleDraft?: RoleDraft }

async function overview(c: Context<PageEnv>, { asked, formError, draft, roleDraft }: Shown) {
  const here = await inStore(c, asked)
  if (!here.store) return show(c, noStorePage(c, { account: here.account, returnTo: '/settings/members' }))
  const { account, caller, me, store, stores } = here
  if (!manages(store)) {
    const { data } = await listMembers(caller, { limit: 100 })
    const managers = data.filter(({ role, status }) => status === 'active' && (role === 'owner' || role === 'admin'))
    const known = managers.flatMap(({ email }) => email ?? [])
    return show(c, rolePage({ account, store, stores, section: 'members', managers: known }))
  }
  const cursor = c.req.query('members')
  const members = await listMembers(caller, { limit: rowsShown, ...(cursor !== undefined && { cursor }) })
  const page = {
    account,
    stores,
    store,
    me: me.id,
    members,
    signInUrl: signInUrl(configOf(c.env), store.id) ?? '',
    now: new Date(),
  }
  return show(c, membersPage({ ...page, cursor, done: doneOf(c.req.query('done')), formError, draft, roleDraft }))
}

const doneOf = (said: string | undefined): Done | undefined =>
  said === 'invited' || said === 'changed' || said === 'removed' || said === 'revoked' ? said : undefined

/** Does it and says so, or shows the list again with what stood against it. */
async function attempt(c: Context<PageEnv>, form: URLSearchParams, done: Done, work: () => Promise<unknown>) {
  const asked = form.get('store') ?? ''
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === 'duplicate') {
      const draft = draftOf({ email: form.get('email') ?? '', role: form.get('role') ?? '' })
      return overview(c, { asked, draft: { ...draft, wrong: { email: 'They are a member already: see below.' } } })
    }
    const formError = formErrorOf(error)
    if (!formError) throw error
    return overview(c, { asked, formError })
  }
  return c.redirect(pathTo('members', { store: asked, done }), 303)
}

const words: Partial<Record<ErrorCode, string>> = {
  forbidden: 'Nothing was changed: only an owner can make somebody an owner, or change or remove one.',
  not_found: 'Nothing was changed: they are not on the list any more, or have accepted meanwhile. Look again.',
  last_owner: 'Nothing was changed: this is the only owner, and a store keeps one. Make somebody else an owner first.',
  version_conflict: 'Nothing was changed: somebody else changed it after you opened the page. Look again.',
}

function formErrorOf({ code, message }: ServiceError): FormError | undefined {
  const text = code === 'limit_reached' ? `Nobody was invited. ${message}` : words[code]
  const { status } = kinds[code]
  return text !== undefined && (status === 403 || status === 404 || status === 409) ? { status, text } : undefined
}

function draftOf(given: { email: string; role: string }): InviteDraft {
  const role = inviteMember.input.shape.role.safeParse(given.role).data ?? null
  return {
    email: given.email,
    role,
    resumed: false,
    wrong: {
      email: inviteMember.input.shape.email.safeParse(given.email).success
        ? undefined
        : 'Give a whole e-mail address, such as amal@example.com.',
      role: role === null ? 'Choose what they may do.' : undefined,
    },
  }
}
