import type * as z from 'zod'
import type { getMe } from '../../stores/get-me.ts'
import { plainName } from '../ui/name.tsx'
import type { Section } from './store-nav.tsx'

export type MyStore = z.output<typeof getMe.output>['stores'][number]

export const manages = ({ role }: MyStore): boolean => role === 'owner' || role === 'admin'

/** The store asked for, by its slug or id; else the one looked at last; else the first one that the person manages. */
export function chooseStore(stores: readonly MyStore[], asked: string | undefined, last: string | undefined) {
  if (asked !== undefined) return stores.find(({ id }) => id === asked) ?? stores.find(({ slug }) => slug === asked)
  return stores.find(({ slug }) => slug === last) ?? stores.find(manages) ?? stores[0]
}

type Switching = { stores: readonly MyStore[]; current: MyStore; section: Section }

/** Goes to the same page of another store. */
export const StoreSwitch = ({ stores, current, section }: Switching) =>
  stores.length < 2 ? null : (
    <form class="switch" method="get" action={`/settings/${section}`}>
      <div class="field">
        <label for="store">Store</label>
        <select id="store" name="store" dir="auto">
          {stores.map(({ slug, name }) => (
            <option value={slug} selected={slug === current.slug}>
              {plainName(name)}
            </option>
          ))}
        </select>
      </div>
      <button>Switch</button>
    </form>
  )
