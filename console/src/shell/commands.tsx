import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/spotlight/styles.css'
import { Text, useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import IconSearch from '@tabler/icons-react/icons/IconSearch'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { pathTo, screens } from '../screens.ts'
import { manages, type Store } from '../service/store.ts'
import { inOtherLanguage, useLanguage, useWords } from '../words/words.tsx'
import { Found, maxTerm, useFound } from './found.tsx'
import { schemes } from './schemes.ts'
import { useSignOut } from './sign-out.ts'

type Props = {
  readonly store: Store | undefined
  readonly query: string
  readonly type: (query: string) => void
  readonly close: () => void
}

const [search, spotlight] = createSpotlight()

type Command = { readonly label: string; readonly run: () => void }

/** One search for everything: screens and actions by name, and what the store has. */
export default function Commands({ store, query, type, close }: Props) {
  const words = useWords()
  const navigate = useNavigate()
  const [isEntered, enter] = useState(false)
  const { data, error, isSearching } = useFound(store?.slug, query)
  useEffect(() => spotlight.open(), [])
  // The first match is selected when one types, but what the service finds comes later, and what was selected may be gone.
  useEffect(() => {
    const list = document.querySelector('.found')
    if (!list || selectedRow() || !list.querySelector('[data-action]')) return
    search.updateState((state) => ({ ...state, selected: -1 }))
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true }))
  })
  // Enter that came before the answer opens what is first in it.
  useEffect(() => {
    if (!isEntered || isSearching) return
    enter(false)
    selectedRow()?.click()
  })
  const selected = useSelected()
  const matches = ({ label }: Command) => label.toLowerCase().includes(query.trim().toLowerCase())
  const places = useScreens(store?.slug).filter(matches)
  // Enter runs what is first, which is an action only if nothing was found.
  const actions = useActions(store).filter((action) => !isSearching && matches(action))
  const isEmpty =
    places.length + actions.length === 0 && !data?.orders.length && !data?.customers.length && !data?.products.length
  return (
    <Spotlight.Root
      store={search}
      query={query}
      onQueryChange={(text) => {
        type(text)
        enter(false)
      }}
      onSpotlightClose={close}
      shortcut={null}
      scrollable
      maxHeight="min(480px, 60dvh)"
      attributes={{ content: { 'aria-label': words.shell.commands } }}
    >
      <Spotlight.Search
        leftSection={<IconSearch size={18} aria-hidden />}
        aria-label={words.shell.commands}
        aria-activedescendant={selected}
        placeholder={words.shell.commands}
        maxLength={maxTerm}
        onKeyDown={({ key, nativeEvent }) =>
          enter(key === 'Enter' && !nativeEvent.isComposing && isSearching && !selectedRow())
        }
      />
      <Spotlight.ActionsList className="found">
        <Commanded label={words.shell.screens} commands={places} />
        {store && data && (
          <Found found={data} go={(path, search) => void navigate({ to: pathTo(store.slug, path), search })} />
        )}
        <Commanded label={words.shell.actions} commands={actions} />
        {(isEmpty || isSearching || error) && (
          <Text size="sm" c="dimmed" p="sm" role="status">
            {isSearching ? words.states.loading : error ? words.states.failed : words.shell.no_commands}
          </Text>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

const selectedRow = () => document.querySelector<HTMLElement>('.found [data-selected]')

/** The id of the row that Enter would open. A screen reader has to be told, since the focus stays in the box. */
function useSelected() {
  const [id, select] = useState<string>()
  useSyncExternalStore(search.subscribe, () => search.getState().selected)
  useEffect(() => {
    const row = selectedRow()
    if (row) row.id ||= `row-${crypto.randomUUID()}`
    select(row?.id)
  })
  return id
}

function Commanded({ label, commands }: { readonly label: string; readonly commands: readonly Command[] }) {
  if (commands.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={label}>
      {commands.map(({ label: name, run }) => (
        <Spotlight.Action key={name} label={name} onClick={run} />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function useScreens(slug: string | undefined): readonly Command[] {
  const words = useWords()
  const navigate = useNavigate()
  if (slug === undefined) return []
  return screens.flatMap(({ path, name, Icon }) =>
    Icon ? [{ label: words.screens[name], run: () => void navigate({ to: pathTo(slug, path) }) }] : [],
  )
}

function useActions(store: Store | undefined): readonly Command[] {
  const words = useWords()
  const language = useLanguage()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  const leadsTo = (address: string) => () => location.assign(address)
  return [
    ...(store && manages(store)
      ? [{ label: words.shell.settings, run: leadsTo(`/settings/store?store=${store.slug}`) }]
      : []),
    { label: words.shell.your_stores, run: () => void navigate({ to: '/-/stores' }) },
    { label: words.language, run: leadsTo(inOtherLanguage(language)) },
    ...schemes.map(([scheme, text]) => ({
      label: `${words.shell.scheme}: ${words.shell[text]}`,
      run: () => setColorScheme(scheme),
    })),
    { label: words.shell.docs, run: leadsTo('/docs/quick-start') },
    { label: words.shell.sign_out, run: signOut },
  ]
}
