import type * as z from 'zod'
import { isManager } from '../../../platform/auth/tokens/scopes.ts'
import type { getMe } from '../../../areas/stores/get-me.ts'
import { plainName } from '../ui/name.tsx'
import { useWords } from '../words/words.ts'
import type { Section } from '../ui/store-nav.tsx'

export type MyStore = Pick<
  z.output<typeof getMe.output>['stores'][number],
  'id' | 'name' | 'slug' | 'role' | 'timezone'
>

export const canManage = ({ role }: MyStore): boolean => isManager(role)

/** The requested store, by id or slug; else the last one viewed; else the first one that the person manages. */
export function chooseStore(stores: readonly MyStore[], requested: string | undefined, lastViewed: string | undefined) {
  if (requested !== undefined)
    return stores.find(({ id }) => id === requested) ?? stores.find(({ slug }) => slug === requested)
  return stores.find(({ slug }) => slug === lastViewed) ?? stores.find(canManage) ?? stores[0]
}

type SwitchProps = { stores: readonly MyStore[]; current: MyStore; section: Section }

/** Switches to the same page of another store. */
export function StoreSwitch({ stores, current, section }: SwitchProps) {
  const words = useWords().ui
  if (stores.length < 2) return null
  return (
    <form class="switch" method="get" action={`/settings/${section}`}>
      <div class="field">
        <label for="store">{words.store}</label>
        <select id="store" name="store">
          {stores.map(({ slug, name }) => (
            <option value={slug} selected={slug === current.slug}>
              {plainName(name)}
            </option>
          ))}
        </select>
      </div>
      <button>{words.switchStore}</button>
    </form>
  )
}
