import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { use, type ReactNode } from 'react'
import { StoreContext } from '../service/store.ts'
import { useWords } from '../words/words.tsx'

type Props = { readonly name: string; readonly children?: ReactNode }

/** The one heading of a screen, and the title of its tab. */
export function Heading({ name, children = name }: Props) {
  const words = useWords()
  const store = use(StoreContext)
  useDocumentTitle(`${name} · ${store?.name ?? words.service}`)
  return <Title order={1}>{children}</Title>
}
