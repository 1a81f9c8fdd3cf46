import { Button, Text } from '@mantine/core'
import IconSelector from '@tabler/icons-react/icons/IconSelector'
import IconUserCircle from '@tabler/icons-react/icons/IconUserCircle'
import { useQuery } from '@tanstack/react-query'
import { useMenu } from '../parts/use-menu.ts'
import { me } from '../service/queries.ts'
import type { Store } from '../service/store.ts'
import { useWords } from '../words/words.tsx'

// The buttons are there at once. What they open loads once the screen is there, or as soon as somebody comes near.

/** The store in the address, and a way to the others of the person. */
export function StoreSwitcher({ current }: { readonly current: Store | undefined }) {
  const words = useWords().shell
  const { Menu, isPressed, toButton } = useMenu(() => import('./store-menu.tsx'))
  const button = (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      justify="space-between"
      maw={260}
      rightSection={<IconSelector size={14} aria-hidden />}
      aria-label={`${words.switch_store}: ${current?.name ?? ''}`}
      {...toButton}
    >
      <Text component="bdi" inherit fw={600} className="cut">
        {current?.name}
      </Text>
    </Button>
  )
  return Menu ? (
    <Menu current={current?.slug} isOpen={isPressed}>
      {button}
    </Menu>
  ) : (
    button
  )
}

/** Who is signed in; on a phone only the icon. */
export function Person() {
  const words = useWords().shell
  const { data } = useQuery(me)
  const { Menu, isPressed, toButton } = useMenu(() => import('./person-menu.tsx'))
  const button = (
    <button
      type="button"
      className="go person"
      aria-label={`${words.you}: ${data?.name ?? data?.email ?? ''}`}
      {...toButton}
    >
      <IconUserCircle size={18} aria-hidden />
      <bdi className="cut">{data?.name ?? data?.email}</bdi>
    </button>
  )
  return Menu ? <Menu isOpen={isPressed}>{button}</Menu> : button
}
