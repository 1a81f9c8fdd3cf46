import type { PropsWithChildren } from 'hono/jsx'
import { type StorePlace, StoreNav } from '../ui/store-nav.tsx'
import type { Member } from '../../../areas/members/member.ts'
import { useWords } from '../words/words.ts'
import { assets } from '../ui/assets.ts'
import type { Language } from '../../../platform/values/language.ts'
import { directions } from '../words/language.ts'
import { FormToken } from '../ui/field.tsx'
import { Name, plainName } from '../ui/name.tsx'

export type Account = {
  readonly label: string
  readonly formToken: string
  readonly invitations?: readonly Invitation[]
  /** The page to return to after answering an invitation, a path of this service. Default: the store joined. */
  readonly returnTo?: string
}

/** An invitation shown on a page, with buttons to accept and decline. */
type Invitation = {
  readonly id: string
  readonly name: string
  readonly role: Member['role']
  readonly invitedBy: string | null
}

type OtherLanguage = { readonly language: Language; readonly path: string }

type Props = {
  title: string
  language: Language
  /** The same page in other languages. */
  otherLanguages: readonly OtherLanguage[]
  account: Account | undefined
  place: StorePlace | undefined
  narrow: boolean
}

// As the service is called in every language.
const serviceName = 'Merchant Commerce'

// Each in its own language.
const languageNames = { en: 'English', ar: 'العربية' } as const satisfies Record<Language, string>

export function Layout({
  title,
  language,
  otherLanguages,
  account,
  place,
  narrow,
  children,
}: PropsWithChildren<Props>) {
  const words = useWords().ui
  return (
    <html lang={language} dir={directions[language]}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${serviceName}`}</title>
        <link rel="icon" href={assets.icon.path} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.style.path} />
        <script type="module" src={assets.script.path}></script>
      </head>
      <body class={narrow ? 'narrow' : 'wide'}>
        <a class="skip" href="#main">
          {words.skip}
        </a>
        <header class="top">
          <div class="bar">
            <a class="brand" href="/settings">
              <img src={assets.icon.path} alt="" width="28" height="28" />
              <bdi>{serviceName}</bdi>
            </a>
            {otherLanguages.map((other) => (
              <a
                class="language"
                href={other.path}
                lang={other.language}
                hreflang={other.language}
                dir={directions[other.language]}
              >
                {languageNames[other.language]}
              </a>
            ))}
            {account && <AccountMenu {...account} />}
          </div>
          {place && <StoreNav {...place} />}
        </header>
        <main id="main" tabindex={-1}>
          {account?.invitations?.slice(0, maxInvitations).map((invitation) => (
            <InvitationNotice invitation={invitation} account={account} />
          ))}
          {children}
        </main>
        <p class="visually-hidden" role="status" data-announcer=""></p>
      </body>
    </html>
  )
}

function AccountMenu({ label, formToken }: Account) {
  const words = useWords().ui
  return (
    <div class="account">
      <a class="who" href="/settings/sessions">
        <span class="visually-hidden">{words.signedInAs} </span>
        <Name text={label} />
        <span class="visually-hidden">{words.yourSessions}</span>
      </a>
      <form method="post" action="/settings/sign-out">
        <FormToken value={formToken} />
        <button class="quiet">{words.signOut}</button>
      </form>
    </div>
  )
}

// Otherwise strangers could fill a page with invitations.
const maxInvitations = 3

type InvitationNoticeProps = { invitation: Invitation; account: Account }

function InvitationNotice({ invitation: { id, name, role, invitedBy }, account }: InvitationNoticeProps) {
  const { ui, members } = useWords()
  const by = invitedBy === null ? null : <Name text={invitedBy} />
  return (
    <aside class="good invited">
      <p>{ui.invitation.text(<Name text={name} />, members.roles[role].withArticle, by)}</p>
      <div class="actions">
        {(['accept', 'decline'] as const).map((answer) => (
          <form method="post" action={`/settings/invitations/${id}/${answer}`}>
            <FormToken value={account.formToken} />
            {account.returnTo !== undefined && <input type="hidden" name="return_to" value={account.returnTo} />}
            <button>
              {ui.invitation[answer]}
              <span class="visually-hidden"> {ui.invitation.to(plainName(name))}</span>
            </button>
          </form>
        ))}
      </div>
    </aside>
  )
}
