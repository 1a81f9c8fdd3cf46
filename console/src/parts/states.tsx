import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { failureOf, saidBy } from '../service/problems.ts'
import { signInPath } from '../service/sign-in.ts'
import { useWords } from '../words/words.tsx'
import { Heading } from './heading.tsx'

type Told = {
  readonly title: string
  readonly text?: string | null
  readonly children?: ReactNode
  readonly isPage?: boolean
}

/** One thing to say in place of a screen or a list. `isPage`: it is all that the screen shows, so it has its heading. */
export function Told({ title, text, children, isPage = false }: Told) {
  return (
    <Stack align="center" gap="sm" py={64} ta="center" role={isPage ? undefined : 'status'}>
      {isPage ? (
        <Heading name={title} />
      ) : (
        <Title order={2} size="h1">
          {title}
        </Title>
      )}
      {text && (
        <Text c="dimmed" maw={420} dir="auto">
          {text}
        </Text>
      )}
      {children}
    </Stack>
  )
}

/** The way in which every screen shows that it could not load. */
export function Failed({
  error,
  retry,
  isPage = false,
}: {
  readonly error: Error
  readonly retry: () => void
  readonly isPage?: boolean
}) {
  const words = useWords().states
  const kind = failureOf(error)
  const { detail, requestId } = saidBy(error)
  if (kind === 'not_found') return <NotFound />
  if (kind === 'forbidden') return <Told isPage={isPage} title={words.forbidden} text={words.forbidden_text} />
  if (kind === 'signed_out')
    return (
      <Told isPage={isPage} title={words.signed_out}>
        <Button component="a" href={signInPath()}>
          {words.sign_in}
        </Button>
      </Told>
    )
  if (kind === 'recent_sign_in')
    return (
      <Told isPage={isPage} title={words.recent} text={words.recent_text}>
        <Button component="a" href={signInPath({ again: true })}>
          {words.sign_in_again}
        </Button>
      </Told>
    )
  return (
    <Told isPage={isPage} title={words.failed} text={kind === 'offline' ? words.offline : detail}>
      <Button variant="default" onClick={retry}>
        {words.retry}
      </Button>
      {requestId !== null && (
        <Text size="xs" c="dimmed">
          {words.reference} <code dir="ltr">{requestId}</code>
        </Text>
      )}
    </Told>
  )
}

export function NotFound() {
  const words = useWords().states
  return (
    <Told isPage title={words.not_found} text={words.not_found_text}>
      <Button component="a" href="/console" variant="default">
        {words.to_start}
      </Button>
    </Told>
  )
}

/** Rows of the height of those that come, so that nothing jumps. */
export function Loading({ rows = 8, height = 40 }: { readonly rows?: number; readonly height?: number }) {
  const words = useWords().states
  return (
    <Stack gap={1} role="status" aria-label={words.loading}>
      {Array.from({ length: rows }, (_, nth) => (
        <Group key={nth} h={height} align="center">
          <Skeleton h={12} w={`${90 - ((nth * 13) % 40)}%`} />
        </Group>
      ))}
    </Stack>
  )
}

/** A screen that is on its way. */
export const ScreenLoading = () => (
  <Stack gap="md">
    <Skeleton h={26} w={160} />
    <Loading />
  </Stack>
)
