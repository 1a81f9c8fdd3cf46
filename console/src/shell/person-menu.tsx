import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Popover.css'
import { Menu, useMantineColorScheme } from '@mantine/core'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { me } from '../service/queries.ts'
import { inOtherLanguage, useLanguage, useWords } from '../words/words.tsx'
import { schemes } from './schemes.ts'
import { useSignOut } from './sign-out.ts'

/** The person's language and appearance, and signing out. Opened by its child, a button. */
export default function PersonMenu({
  isOpen,
  children,
}: {
  readonly isOpen: boolean
  readonly children: ReactElement
}) {
  const { shell: words, language: other } = useWords()
  const language = useLanguage()
  const { data } = useQuery(me)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  return (
    <Menu defaultOpened={isOpen} position="bottom-end" width={220} shadow="md">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi>{data?.email}</bdi>
        </Menu.Label>
        <Menu.Item lang={language === 'en' ? 'ar' : 'en'} onClick={() => location.assign(inOtherLanguage(language))}>
          {other}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.scheme}</Menu.Label>
        {schemes.map(([scheme, text]) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={scheme === colorScheme && <IconCheck size={14} aria-hidden />}
            aria-current={scheme === colorScheme || undefined}
          >
            {words[text]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href="/docs/quick-start">
          {words.docs}
        </Menu.Item>
        <Menu.Item onClick={signOut}>{words.sign_out}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
