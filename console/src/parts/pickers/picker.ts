import type { ReactNode } from 'react'

/** What every picker takes. The value is what the service reads; empty: none. */
export type Picker = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
}
