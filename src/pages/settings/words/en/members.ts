import type { Child } from 'hono/jsx'
import type { Member } from '../../../../areas/members/member.ts'
import { rich } from '../texts.ts'

type RoleText = { readonly label: string; readonly withArticle: string; readonly detail: string }

/** Settings, Members, and what a role lets somebody do. */
export const members = {
  roles: {
    owner: {
      label: 'Owner',
      withArticle: 'an owner',
      detail: 'Can do everything, including adding and removing owners',
    },
    admin: { label: 'Admin', withArticle: 'an admin', detail: 'Can do everything except add, change or remove owners' },
    staff: {
      label: 'Staff',
      withArticle: 'a member of staff',
      detail: 'Works with orders, products, customers and messages',
    },
    viewer: { label: 'Viewer', withArticle: 'a viewer', detail: 'Can see everything but change nothing' },
  } satisfies Record<Member['role'], RoleText>,
  title: 'Members',
  lead: (store: Child) => rich`Who can work with ${store}, and what they may do.`,
  done: {
    invited: 'Invitation created. Now tell them yourself: we do not send an email. The sign-in link is below.',
    changed: 'The role was changed and applies immediately.',
    removed: 'The member was removed and no longer has access to this store.',
    revoked: 'The invitation was revoked.',
  },
  nobodyInvited: (why: Child) => rich`Nobody was invited: ${why}.`,
  seeWhy: 'see why',
  earlier: 'Members who joined earlier are on the next page.',
  invite: {
    title: 'Invite someone',
    help: 'We do not send an email, so tell them yourself. They open the sign-in link, sign in with the email address that you invite, and accept within seven days.',
    link: 'Sign-in link',
    linkNoun: 'Link',
    new: 'New invitation',
    email: 'Email address',
    emailHelp: 'The address they sign in with',
    emailWrong: 'Enter a full email address, such as amal@example.com.',
    alreadyMember: 'They are already a member. See below.',
    role: 'What may they do?',
    roleWrong: 'Choose a role.',
    button: 'Invite',
  },
  unnamed: 'a member without an email address',
  you: 'You',
  joined: (day: Child) => rich`Joined ${day}`,
  onlyOwners: 'only owners can change or remove owners',
  changeRole: 'Change role',
  role: 'Role',
  leave: 'Leave',
  leaveConsequence:
    'You lose access to this store. Assistants that you connected, tokens that you created and webhooks that you manage stop working.',
  comeBack: 'To come back, someone must invite you again.',
  remove: 'Remove',
  removeConsequence:
    'They lose access to this store. Assistants that they connected, tokens that they created and webhooks that they manage stop working. Their work is kept.',
  invitations: 'Invited',
  invited: 'Invited',
  invitedBy: (person: Child) => rich`Invited by ${person}`,
  formerMember: 'a former member',
  expiredOn: (day: Child) => rich`expired on ${day}`,
  expiresOn: (day: Child) => rich`expires on ${day}`,
  inviteAgain: 'Invite again',
  inviteForSevenDays: 'Invite for seven days',
  revoke: 'Revoke',
  revokeConsequence: 'The invitation can no longer be accepted.',
  expired: 'Expired',
  inviterLeft: 'Invalid: the person who sent it may no longer invite members',
  refused: {
    forbidden: 'Nothing was changed. Only an owner can add, change or remove an owner.',
    not_found:
      'Nothing was changed. This person is no longer on the list, or has accepted the invitation. Check the list below.',
    last_owner:
      'Nothing was changed. This is the only owner, and a store must have at least one. Make someone else an owner first.',
    version_conflict:
      'Nothing was changed. Someone else changed this member after you opened the page. Check the list below and try again.',
    limit_reached: (why: Child) => rich`Nobody was invited. ${why}`,
  },
  /** For staff and viewers. */
  roleTooLow: {
    pageTitle: 'Only owners and admins',
    youAre: (store: Child, role: string, decides: string) => rich`In ${store} you are ${role}. ${decides}`,
    managedStores: 'Stores that you manage',
    mcp: {
      title: 'Only owners and admins can manage assistants',
      decides: 'Its owners and admins decide which assistants may use it.',
      nextStep: 'Ask one of them to connect an assistant, to create a token for you, or to make you an admin.',
    },
    keys: {
      title: 'Only owners and admins can manage API keys',
      decides: 'Its owners and admins decide which servers may use it.',
      nextStep: 'Ask one of them to create an API key for you, or to make you an admin.',
    },
    webhooks: {
      title: 'Only owners and admins can manage webhooks',
      decides: 'Its owners and admins decide which servers are told what happens in it.',
      nextStep: 'Ask one of them to add a webhook for you, or to make you an admin.',
    },
    members: {
      title: 'Only owners and admins can manage members',
      decides: 'Its owners and admins decide who can work with it, and what they may do.',
      nextStep: 'Ask one of them to invite someone, or to change your role.',
    },
  },
}
