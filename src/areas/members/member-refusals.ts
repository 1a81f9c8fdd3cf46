import * as z from 'zod'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'

/** Refusals of the functions in drizzle/sql/16-members.sql. */
export const memberRefusals = {
  owners_only: refusal('forbidden', {}, 'Only an owner can add, change or remove an owner. Ask an owner of the store.'),
  last_owner: refusal('last_owner', {}, 'A store must have at least one owner. Make another member an owner first.'),
  already_member: refusal(
    'duplicate',
    {},
    'A member of the store already has this address. Change their role with PATCH /api/members/{id}.',
    { pointer: '/email' },
  ),
  limit_reached: refusal(
    'limit_reached',
    { max_invitations: z.int().optional(), max_people: z.int().optional() },
    ({ max_invitations, max_people }) =>
      max_invitations === undefined
        ? `The store already has ${max_people} members and invitations, which is the limit. Remove some first.`
        : `The store already has ${max_invitations} invitations, which is the limit. Revoke some first.`,
    { members: () => ({}) },
  ),
} as const satisfies Refusals
