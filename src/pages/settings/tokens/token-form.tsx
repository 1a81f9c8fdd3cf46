import type { Context } from 'hono'
import type { KeyScope } from '../../../platform/auth/tokens/scopes.ts'
import { Field, StoreFields } from '../ui/field.tsx'
import type { Language } from '../../../platform/values/language.ts'
import { Name } from '../ui/name.tsx'
import { Wrong } from '../ui/notices.tsx'
import { takeSavedForm } from '../page/saved-form.ts'
import type { PageEnv } from '../page/with-web-session.ts'
import { Resumed } from '../page/sign-in-again-page.tsx'
import { useWords, wordsIn } from '../words/words.ts'
import { ScopePicker } from './scopes.tsx'
import type { StoreView } from '../store/in-store.ts'
import type { SecretKind } from './token-kinds.ts'
import { Submit } from '../ui/buttons.tsx'

/** What was entered, and what is wrong with it. */
export type TokenDraft = {
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly days: string
  /** Whether the form was filled in before signing in again. */
  readonly resumed: boolean
  readonly errors: { readonly name?: string | undefined; readonly scopes?: string | undefined }
}

const lifetimes = [7, 30, 90, 180, 365] as const

/** What was entered into the form. */
export function draftOf(form: URLSearchParams, { offered }: SecretKind, language: Language): TokenDraft {
  const words = wordsIn(language).tokens
  const name = form.get('name')?.trim() ?? ''
  const ticked = form.getAll('scopes')
  const scopes = offered.filter((scope) => ticked.includes(scope))
  const days = form.get('expires_in_days') ?? ''
  return {
    name,
    scopes,
    days: lifetimes.some((each) => String(each) === days) ? days : '90',
    resumed: false,
    errors: {
      name: name === '' || name.length > 100 ? words.nameWrong : undefined,
      scopes: scopes.length === 0 ? words.scopesWrong : undefined,
    },
  }
}

/** What was entered before signing in again. */
export async function resumedDraft(c: Context<PageEnv>, kind: SecretKind): Promise<TokenDraft | undefined> {
  const saved = await takeSavedForm(c, new RegExp(`^${kind.action}$`))
  return saved && { ...draftOf(saved.fields, kind, c.var.language), resumed: true }
}

/** What was entered, for the operation to check. */
export const inputOf = ({ name, scopes, days }: TokenDraft, form: URLSearchParams) => ({
  name,
  scopes,
  expires_in_days: Number(days),
  store_id: form.get('store_id') ?? '',
})

type Props = { kind: SecretKind; view: StoreView; draft?: TokenDraft | undefined }

export function TokenForm({ kind, view, draft: entered }: Props) {
  const words = useWords().tokens
  const ofKind = words[kind.kind]
  const draft: TokenDraft = entered ?? { name: '', scopes: kind.usual, days: '90', resumed: false, errors: {} }
  return (
    <details open={entered !== undefined} id={kind.formId}>
      <summary>{ofKind.new}</summary>
      <form class="form" method="post" action={kind.action}>
        <StoreFields formToken={view.formToken} store={view.store} once />
        <div class="pair">
          <Field
            id="name"
            label={words.name}
            value={draft.name}
            maxlength={100}
            error={draft.errors.name}
            help={words.nameHelp(ofKind.example)}
          />
          <div class="field">
            <label for="days">{words.expiresAfter}</label>
            <select id="days" name="expires_in_days">
              {lifetimes.map((days) => (
                <option value={String(days)} selected={String(days) === draft.days}>
                  {days === 365 ? words.year : words.days(days)}
                </option>
              ))}
            </select>
          </div>
        </div>
        <ScopePicker offered={kind.offered} ticked={draft.scopes} error={draft.errors.scopes} />
        <p class="fine">{ofKind.only(<Name text={view.store.name} />)}</p>
        <Submit text={ofKind.create} />
      </form>
    </details>
  )
}

/** Above the form, if it was filled in already: what is wrong with it, or that it waits to be confirmed. */
export function TokenNotice({ kind, draft }: { kind: SecretKind; draft: TokenDraft | undefined }) {
  const words = useWords().tokens
  if (!draft) return null
  if (draft.resumed) return <Resumed at={kind.formId} />
  const missing = <a href={draft.errors.name === undefined ? '#scopes' : '#name'}>{words.seeMissing}</a>
  return <Wrong text={words[kind.kind].notCreated(missing)} />
}
