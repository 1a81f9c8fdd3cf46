import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { grantedBy, rolesByScope } from '../../platform/auth/tokens/scopes.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { type EventArea, eventAreas, eventCatalogue } from './event-catalogue.ts'
import { typesMatching } from './event-filter.ts'

/**
 * The requested types by area, with who may see them, for app.event_stores. The database knows the caller's roles and
 * scopes, so it decides in the same round trip.
 */
export function requestedAreas(patterns: readonly string[]) {
  const areas = Map.groupBy(typesMatching(patterns), (type) => eventCatalogue[type].area)
  return [...areas].map(([area, types]) => ({
    types,
    asked: types.filter((type) => patterns.includes(type)),
    ...whoSees(area),
  }))
}

/** Members with one of the roles see the events of an area, and keys with one of the scopes. */
const whoSees = (area: EventArea) => ({ roles: rolesByScope[eventAreas[area]], scopes: grantedBy(eventAreas[area]) })

/** Whether the caller may see the records of an area in a store, as in the feed. */
export const mayRead = (store: SQL, area: EventArea): SQL =>
  sql`app.sees_events(${store}, ${JSON.stringify(whoSees(area))}::jsonb)`

const Hidden = { type: z.string(), scopes: z.array(z.string()) }
const onlyManagers = (type: string) => `Only owners and admins can see ${type}, in person.`

/** A type that is requested by its full name must be one that the caller may see. Other filters leave it out. */
export const hiddenTypeRefusals = {
  event_needs_manager: refusal(
    'forbidden',
    Hidden,
    { en: ({ type }) => onlyManagers(type), ar: 'هذه الأحداث لمالك المتجر ومديريه فقط.' },
    { pointer: '/types', members: ({ type }) => ({ event_type: type }) },
  ),
  event_needs_scope: refusal(
    'insufficient_scope',
    Hidden,
    ({ type, scopes }) =>
      scopes.length === 0 ? onlyManagers(type) : `${type} requires an API key with the scope ${scopes.join(' or ')}.`,
    { pointer: '/types', members: ({ scopes }) => ({ scopes }) },
  ),
} satisfies Refusals
