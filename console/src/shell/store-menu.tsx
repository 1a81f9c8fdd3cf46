import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Popover.css'
import { Menu } from '@mantine/core'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { me } from '../service/queries.ts'
import { useWords } from '../words/words.tsx'

type Props = { readonly current: string | undefined; readonly isOpen: boolean; readonly children: ReactElement }

/** The stores of the person. Opened by its child, a button. */
export default function StoreMenu({ current, isOpen, children }: Props) {
  const words = useWords().shell
  const { data } = useQuery(me)
  return (
    <Menu defaultOpened={isOpen} position="bottom-start" width={240} shadow="md">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah={420} className="scrolls">
        {data?.stores.map(({ slug, name }) => (
          <Menu.Item
            key={slug}
            component={Link}
            to={`/${slug}`}
            rightSection={slug === current && <IconCheck size={14} aria-hidden />}
            aria-current={slug === current || undefined}
          >
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/-/stores">
          {words.your_stores}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
