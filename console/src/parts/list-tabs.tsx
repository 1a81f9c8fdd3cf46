import { Button } from '@mantine/core'
import IconBookmark from '@tabler/icons-react/icons/IconBookmark'
import IconPencil from '@tabler/icons-react/icons/IconPencil'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode } from 'react'
import { useStore } from '../service/store.ts'
import { nameOf, useWords } from '../words/words.tsx'
import { type Address, allOf, filtersIn, hasSameFilters, isSame } from './list-address.ts'
import { type ListDescription, viewsQuery } from './list-description.ts'
import { useOwnViews } from './own-views.ts'
import { useMenu } from './use-menu.ts'
import { listWords } from '../words/list.ts'

type Props<Row extends { readonly id: string }> = { readonly list: ListDescription<Row>; readonly address: Address }

/** The views of the service with their counts, and those that the person keeps. */
export function ListTabs<Row extends { readonly id: string }>({ list, address }: Props<Row>) {
  const words = useWords()
  const { slug } = useStore()
  const { data: views = [] } = useQuery(viewsQuery(list, slug))
  const own = useOwnViews(list.name)
  const kept = own.views.map(({ name, query }) => ({ name, address: filtersIn(query) }))
  const current = kept.find((each) => isSame(each.address, address))
  // What a tab of the service shows already needs no view of one's own.
  const isKnown = isSame({}, address) || views.some(({ query }) => isSame(filtersIn(query), address))
  return (
    <div className="tabs">
      <nav aria-label={listWords.views}>
        {views.map(({ view, query, count, count_is_capped }) => (
          <Tab
            key={view}
            to="."
            search={{ ...allOf(address), ...filtersIn(query) }}
            isCurrent={!current && hasSameFilters(filtersIn(query), address)}
          >
            {nameOf(list.views?.names(words) ?? {}, view)}
            <bdi dir="ltr" className="figures dimmed">
              {countText(count, count_is_capped)}
            </bdi>
          </Tab>
        ))}
        {kept.map((each) => (
          <Tab key={each.name} to="." search={each.address} isCurrent={each === current}>
            <bdi>{each.name}</bdi>
          </Tab>
        ))}
      </nav>
      {current ? (
        <Edit
          label={listWords.edit_view(current.name)}
          submit={listWords.rename_view}
          name={current.name}
          save={(name) => own.rename(current.name, name)}
          remove={() => own.remove(current.name)}
        >
          <IconPencil size={14} aria-hidden />
        </Edit>
      ) : (
        !isKnown && (
          <Edit
            label={listWords.save_view}
            submit={listWords.save}
            name=""
            save={(name) => (own.save(name, address) ? undefined : listWords.too_many_views)}
          >
            <IconBookmark size={14} aria-hidden />
          </Edit>
        )
      )}
    </div>
  )
}

// It stops at 1,001, which is said as 1,000+.
const countText = (count: number, isCapped: boolean) =>
  isCapped ? `${number.format(count - 1)}+` : number.format(count)

const number = new Intl.NumberFormat('en')

type TabProps = ComponentProps<'a'> & { readonly isCurrent: boolean }

// The router's own mark of the current address knows nothing of a search, a sort or the columns.
const Tab = createLink(({ isCurrent, ...props }: TabProps) => (
  <a {...props} className="tab" aria-current={isCurrent ? 'page' : undefined} />
))

type EditProps = {
  readonly label: string
  readonly submit: string
  readonly name: string
  readonly save: (name: string) => string | undefined | void
  readonly remove?: () => void
  readonly children: ReactNode
}

/** A small form behind a button. */
function Edit({ children, save, ...form }: EditProps) {
  const { Menu, isPressed, toButton } = useMenu(() => import('./view-menu.tsx'), { waits: true })
  const button = (
    <Button variant="subtle" size="compact-sm" aria-label={form.label} title={form.label} {...toButton}>
      {children}
    </Button>
  )
  return Menu ? <Menu {...form} save={(name) => save(name) ?? undefined} isOpen={isPressed} button={button} /> : button
}
