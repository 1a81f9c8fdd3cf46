import { Anchor, Card, Group, Progress, Text, Title } from '@mantine/core'
import IconCircleDashed from '@tabler/icons-react/icons/IconCircleDashed'
import type { GetHomeResponse } from '@merchant-commerce/client'
import { useStore } from '../../service/store.ts'
import { useWords } from '../../words/words.tsx'

type Steps = GetHomeResponse['first_steps']

/** Where each step is taken, or where it is described. */
const places: Readonly<Record<Steps[number]['step'], (store: string) => string>> = {
  store: (store) => `/settings/store?store=${store}`,
  product: () => '/docs/products',
  delivery: (store) => `/settings/delivery?store=${store}`,
  publish: () => '/docs/storefront',
  channel: () => '/docs/inbox',
  invitation: (store) => `/settings/members?store=${store}`,
  assistant: (store) => `/settings/mcp?store=${store}`,
}

/** What a new shop still needs. Gone once everything is done. */
export function FirstSteps({ steps }: { readonly steps: Steps }) {
  const { home: words } = useWords()
  const { slug } = useStore()
  const left = steps.filter(({ is_done }) => !is_done)
  if (left.length === 0) return null
  const done = steps.length - left.length
  return (
    <Card component="section" aria-labelledby="first-steps">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="first-steps">
          {words.first_steps}
        </Title>
        <Text size="sm" c="dimmed">
          {words.steps_done(done, steps.length)}
        </Text>
      </Group>
      <Progress value={(100 * done) / steps.length} size="xs" mb="sm" aria-hidden />
      <ul className="to-do steps">
        {left.map(({ step }) => (
          <li key={step} className="row">
            <IconCircleDashed size={16} aria-hidden />
            <div>
              <Anchor href={places[step](slug)} size="sm" fw={500} c="inherit">
                {words.steps[step].title}
              </Anchor>
              <Text size="sm" c="dimmed">
                {words.steps[step].help}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
