import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A name and what it is, one below the other. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Text size="sm" component="div">
      {children}
    </Text>
  </div>
)
