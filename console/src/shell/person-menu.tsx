import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Popover.css'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { signOut } from '@merchant-commerce/client'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { clientOf } from '../service/client.ts'
import { forgetAll } from '../service/kept.ts'
import { me, queries } from '../service/queries.ts'
import { inOtherLanguage, useLanguage, useWords } from '../words/words.tsx'

const schemes = [
  ['light', 'light'],
  ['dark', 'dark'],
  ['auto', 'system'],
] as const

/** The person's language and appearance, and signing out. Opened by its child, a button. */
export default function PersonMenu({ children }: { readonly children: ReactElement }) {
  const { shell: words, language: other } = useWords()
  const language = useLanguage()
  const { data } = useQuery(me)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const leave = useMutation({
    mutationFn: () => signOut({ client: clientOf() }),
    // A session that has ended already is what was wanted.
    onSettled() {
      forgetAll()
      queries.clear()
      location.assign('/settings/signed-out')
    },
  })
  return (
    <Menu position="bottom-end" width={220} shadow="md">
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
        <Menu.Item onClick={() => leave.mutate()}>{words.sign_out}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
