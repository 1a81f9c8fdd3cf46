import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/spotlight/styles.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { screens } from '../screens.ts'
import { useWords } from '../words/words.tsx'

type Props = { readonly slug: string | undefined; readonly close: () => void }

/** Screens, by name. */
export default function Commands({ slug, close }: Props) {
  const words = useWords()
  const navigate = useNavigate()
  useEffect(() => spotlight.open(), [])
  const actions = screens.flatMap(({ path, name, Icon }) =>
    Icon && slug !== undefined
      ? [
          {
            id: path,
            label: words.screens[name],
            leftSection: <Icon size={18} aria-hidden />,
            onClick: () => void navigate({ to: `/${slug}/${path}` }),
          },
        ]
      : [],
  )
  return (
    <Spotlight
      actions={actions}
      onSpotlightClose={close}
      shortcut={null}
      nothingFound={words.shell.no_commands}
      attributes={{ content: { 'aria-label': words.shell.commands } }}
      searchProps={{ 'aria-label': words.shell.commands, placeholder: words.shell.commands }}
    />
  )
}
