import type { PropsWithChildren } from 'hono/jsx'
import { assets } from './assets.ts'
import { Name, plainName } from './name.tsx'
import { type Role, roleText } from '../members/role-text.ts'
import { type Place, StoreNav } from '../store/store-nav.tsx'

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
  readonly role: Role
  readonly invitedBy: string | null
}

type Props = { title: string; account: Account | undefined; place: Place | undefined; narrow: boolean }

export const Layout = ({ title, account, place, narrow, children }: PropsWithChildren<Props>) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>{`${title} · Merchant Commerce`}</title>
      <link rel="icon" href={assets.icon.path} type="image/svg+xml" />
      <link rel="stylesheet" href={assets.style.path} />
      <script type="module" src={assets.script.path}></script>
    </head>
    <body class={narrow ? 'narrow' : 'wide'}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <div class="bar">
          <a class="brand" href="/settings">
            <img src={assets.icon.path} alt="" width="28" height="28" />
            Merchant Commerce
          </a>
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

const AccountMenu = ({ label, formToken }: Account) => (
  <div class="account">
    <a class="who" href="/settings/sessions">
      <span class="visually-hidden">Signed in as </span>
      <Name text={label} />
      <span class="visually-hidden">: your sessions</span>
    </a>
    <form method="post" action="/settings/sign-out">
      <FormToken value={formToken} />
      <button class="quiet">Sign out</button>
    </form>
  </div>
)

// Otherwise strangers could fill a page with invitations.
const maxInvitations = 3

type InvitationNoticeProps = { invitation: Invitation; account: Account }

const InvitationNotice = ({ invitation: { id, name, role, invitedBy }, account }: InvitationNoticeProps) => (
  <aside class="good invited">
    <p>
      You are invited to join <Name text={name} /> as {roleText[role].withArticle}
      {invitedBy !== null && (
        <>
          . <Name text={invitedBy} /> invited you
        </>
      )}
      .
    </p>
    <div class="actions">
      {(['accept', 'decline'] as const).map((answer) => (
        <form method="post" action={`/settings/invitations/${id}/${answer}`}>
          <FormToken value={account.formToken} />
          {account.returnTo !== undefined && <input type="hidden" name="return_to" value={account.returnTo} />}
          <button>
            {answer === 'accept' ? 'Accept' : 'Decline'}
            <span class="visually-hidden"> the invitation to {plainName(name)}</span>
          </button>
        </form>
      ))}
    </div>
  </aside>
)

/** Protects a form against CSRF: the token is bound to the session. */
export const FormToken = ({ value }: { value: string }) => <input type="hidden" name="form_token" value={value} />
