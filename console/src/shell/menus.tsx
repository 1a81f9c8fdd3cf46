import { Button, Text } from '@mantine/core'
import IconSelector from '@tabler/icons-react/icons/IconSelector'
import IconUserCircle from '@tabler/icons-react/icons/IconUserCircle'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { me } from '../service/queries.ts'
import type { Store } from '../service/store.ts'
import { useWords } from '../words/words.tsx'

// The buttons are there at once. What they open is loaded behind.
const PersonMenu = lazy(() => import('./person-menu.tsx'))
const StoreMenu = lazy(() => import('./store-menu.tsx'))

/** The store in the address, and a way to the others of the person. */
export function StoreSwitcher({ current }: { readonly current: Store | undefined }) {
  const words = useWords().shell
  const button = (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      justify="space-between"
      maw={260}
      rightSection={<IconSelector size={14} aria-hidden />}
      aria-label={`${words.switch_store}: ${current?.name ?? ''}`}
    >
      <Text span fw={600} truncate>
        <bdi>{current?.name}</bdi>
      </Text>
    </Button>
  )
  return (
    <Suspense fallback={button}>
      <StoreMenu current={current?.slug}>{button}</StoreMenu>
    </Suspense>
  )
}

/** Who is signed in; on a phone only the icon. */
export function Person() {
  const words = useWords().shell
  const { data } = useQuery(me)
  const button = (
    <button type="button" className="go person" aria-label={`${words.you}: ${data?.name ?? data?.email ?? ''}`}>
      <IconUserCircle size={18} aria-hidden />
      <bdi className="cut">{data?.name ?? data?.email}</bdi>
    </button>
  )
  return (
    <Suspense fallback={button}>
      <PersonMenu>{button}</PersonMenu>
    </Suspense>
  )
}
