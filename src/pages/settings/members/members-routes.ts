import { type Context, Hono } from 'hono'
import { refused, ServiceError } from '../../../platform/errors/errors.ts'
import { configOf } from '../../../platform/configuration/config.ts'
import { isManager } from '../../../platform/auth/tokens/scopes.ts'
import { pathId } from '../../../platform/http/routes/preconditions.ts'
import { problemKinds } from '../../../platform/http/problem.ts'
import { signInUrl } from '../../../platform/configuration/deployment.ts'
import { problemsIn } from '../../../platform/errors/problems.ts'
import { changeMember } from '../../../areas/members/change-member.ts'
import { inviteMember } from '../../../areas/members/invite-member.ts'
import { listMembers } from '../../../areas/members/list-members.ts'
import { removeMember } from '../../../areas/members/remove-member.ts'
import { callerInStoreOf, inStore } from '../store/in-store.ts'
import { type SavedForm, takeSavedForm } from '../page/saved-form.ts'
import type { InviteDraft } from './invite-form.tsx'
import type { RoleDraft } from './member-rows.tsx'
import { type MembersDone, membersPage, type MemberFormError } from './members-page.tsx'
import type { Language } from '../../../platform/values/language.ts'
import { show } from '../page/page.tsx'
import { refusalText } from '../page/error-text.ts'
import { keyOf, readForm } from '../page/read-form.ts'
import { rolePage } from '../store/role-page.tsx'
import { canManage } from '../store/store-choice.tsx'
import { pathTo } from '../ui/store-nav.tsx'
import { noStorePage } from '../store/store-routes.tsx'
import { wordsIn } from '../words/words.ts'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'

// Keeps a page of long addresses under 50 KB.
const pageSize = 12

/** Settings, Members. */
export const membersPageRoutes = new Hono<PageEnv>()
  .use(withWebSession)
  .get('/', async (c) =>
    overview(c, {
      requestedStore: c.req.query('store'),
      ...resumedFrom(await takeSavedForm(c, roleFormPath), c.var.language),
    }),
  )
  .post('/', async (c) => {
    const form = await readForm(c)
    const submitted = { email: form.get('email')?.trim() ?? '', role: form.get('role') ?? '' }
    const parsed = inviteMember.input.safeParse(submitted)
    if (!parsed.success)
      return overview(c, { requestedStore: form.get('store') ?? '', draft: draftOf(submitted, c.var.language) })
    const caller = { ...callerInStoreOf(c, form), idempotencyKey: keyOf(form) }
    return attemptChange(c, form, 'invited', () => inviteMember(caller, parsed.data))
  })
  .post('/:id/role', async (c) => {
    const form = await readForm(c)
    const given = {
      member_id: pathId(c, 'id', 'member'),
      role: form.get('role'),
      expected_version: Number(form.get('version')),
    }
    const parsed = changeMember.input.safeParse(given)
    if (!parsed.success) throw refused('invalid_input', problemsIn(parsed.error, given))
    return attemptChange(c, form, 'changed', () => changeMember(callerInStoreOf(c, form), parsed.data))
  })
  .post('/:id/remove', async (c) => {
    const form = await readForm(c)
    const member_id = pathId(c, 'id', 'member')
    return attemptChange(c, form, 'removed', () => removeMember(callerInStoreOf(c, form), { member_id }))
  })
  .post('/:id/revoke', async (c) => {
    const form = await readForm(c)
    const member_id = pathId(c, 'id', 'invitation')
    return attemptChange(c, form, 'revoked', () => removeMember(callerInStoreOf(c, form), { member_id }))
  })

/** The forms that can add an owner or admin, and so may ask for a new sign-in. */
const roleFormPath = /^\/settings\/members(?:\/([0-9a-f-]{36})\/role)?$/i

/** What was filled in before signing in again. */
function resumedFrom(saved: SavedForm | undefined, language: Language): Pick<OverviewOptions, 'draft' | 'roleDraft'> {
  if (!saved) return {}
  const submitted = { email: saved.fields.get('email') ?? '', role: saved.fields.get('role') ?? '' }
  const draft = draftOf(submitted, language)
  const memberId = roleFormPath.exec(saved.action)?.[1]
  if (memberId === undefined) return { draft: { ...draft, resumed: true } }
  return draft.role === null ? {} : { roleDraft: { memberId, role: draft.role } }
}

type OverviewOptions = {
  requestedStore: string | undefined
  formError?: MemberFormError
  draft?: InviteDraft
  roleDraft?: RoleDraft
}

async function overview(c: Context<PageEnv>, { requestedStore, formError, draft, roleDraft }: OverviewOptions) {
  const current = await inStore(c, requestedStore)
  if (!current.store) return show(c, noStorePage(c, { account: current.account, returnTo: '/settings/members' }))
  const { account, caller, me, store, stores } = current
  if (!canManage(store)) {
    const { data } = await listMembers(caller, { limit: 100 })
    const managers = data.filter(({ role, status }) => status === 'active' && isManager(role))
    const emails = managers.flatMap(({ email }) => email ?? [])
    return show(c, rolePage({ account, store, stores, section: 'members', managers: emails }))
  }
  const cursor = c.req.query('members')
  const members = await listMembers(caller, { limit: pageSize, ...(cursor !== undefined && { cursor }) })
  const page = {
    account,
    stores,
    store,
    viewerId: me.id,
    members,
    signInUrl: signInUrl(configOf(c.env), store.id) ?? '',
    now: new Date(),
  }
  return show(c, membersPage({ ...page, cursor, done: doneOf(c.req.query('done')), formError, draft, roleDraft }))
}

const doneOf = (param: string | undefined): MembersDone | undefined =>
  param === 'invited' || param === 'changed' || param === 'removed' || param === 'revoked' ? param : undefined

/** Makes the change and confirms it, or shows the list again with the reason for the refusal. */
async function attemptChange(
  c: Context<PageEnv>,
  form: URLSearchParams,
  done: MembersDone,
  work: () => Promise<unknown>,
) {
  const requestedStore = form.get('store') ?? ''
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === 'duplicate') {
      const draft = draftOf({ email: form.get('email') ?? '', role: form.get('role') ?? '' }, c.var.language)
      return overview(c, {
        requestedStore,
        draft: { ...draft, errors: { email: wordsIn(c.var.language).members.invite.alreadyMember } },
      })
    }
    const formError = formErrorOf(error, c.var.language)
    if (!formError) throw error
    return overview(c, { requestedStore, formError })
  }
  return c.redirect(pathTo('members', { store: requestedStore, done }), 303)
}

function formErrorOf(error: ServiceError, language: Language): MemberFormError | undefined {
  const words = wordsIn(language).members.refused
  const { status } = problemKinds[error.code]
  if (status !== 403 && status !== 404 && status !== 409) return undefined
  if (error.code === 'limit_reached') return { status, text: words.limit_reached(refusalText(error, language)) }
  const code = formErrorCodes.find((each) => each === error.code)
  return code && { status, text: words[code] }
}

const formErrorCodes = ['forbidden', 'not_found', 'last_owner', 'version_conflict'] as const

function draftOf(submitted: { email: string; role: string }, language: Language): InviteDraft {
  const words = wordsIn(language).members.invite
  const role = inviteMember.input.shape.role.safeParse(submitted.role).data ?? null
  return {
    email: submitted.email,
    role,
    resumed: false,
    errors: {
      email: inviteMember.input.shape.email.safeParse(submitted.email).success ? undefined : words.emailWrong,
      role: role === null ? words.roleWrong : undefined,
    },
  }
}
