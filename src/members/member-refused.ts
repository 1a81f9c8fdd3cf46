import { Refusal } from '../db/failure.ts'
import { notFound, refused, ServiceError } from '../errors.ts'

/** What a refusal of the functions in drizzle/sql/16-members.sql is to be told as. */
export function memberRefused(error: unknown): unknown {
  if (error instanceof ServiceError && error.code === 'not_found') return notFound('member')
  if (!(error instanceof Refusal)) return error
  switch (error.code) {
    case 'owners_only':
      return new ServiceError(
        'forbidden',
        'Only an owner can make somebody an owner, or change or remove one. Ask an owner of the store.',
      )
    case 'last_owner':
      return new ServiceError(
        'last_owner',
        'This is the only owner of the store, which always keeps one. Make somebody else an owner first.',
      )
    case 'already_member':
      return refused('duplicate', [
        {
          pointer: '/email',
          code: 'duplicate',
          detail: 'A member of the store has this address. Change their role with PATCH /api/members/{id}.',
        },
      ])
    case 'limit_reached':
      return new ServiceError(
        'limit_reached',
        `A store has at most ${error.detail}, and this one has as many. Remove those that are of no use any more.`,
      )
    default:
      return error
  }
}
