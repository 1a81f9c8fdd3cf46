import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Container.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { Button, Card, Container, Group, Stack, Text, Title } from '@mantine/core'
import { acceptInvitation, declineInvitation, type Me } from '@merchant-commerce/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Heading } from '../../parts/heading.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { clientOf } from '../../service/client.ts'
import { saidBy } from '../../service/problems.ts'
import { me, queries } from '../../service/queries.ts'
import { Person } from '../../shell/menus.tsx'
import { startWords } from '../../words/start.ts'
import { useWords } from '../../words/words.tsx'
import { CreateStore } from './create-store.tsx'

/** The stores of a person, their invitations, and a way to a new store: what one sees without a store. */
export default function Start() {
  const words = useWords()
  const { data, error, refetch } = useQuery(me)
  if (error && !data) return <Failed isPage error={error} retry={() => void refetch()} />
  const hasStores = data !== undefined && data.stores.length > 0
  return (
    <Container size={520} py="xl" component="main" id="main" tabIndex={-1}>
      <Stack gap="lg">
        <Group justify="space-between" wrap="nowrap">
          <Heading name={hasStores ? words.screens.start : startWords.title} />
          <Person />
        </Group>
        {data ? <Choices person={data} /> : <Loading />}
      </Stack>
    </Container>
  )
}

function Choices({ person }: { readonly person: Me }) {
  const { stores, invitations } = person
  return (
    <>
      {stores.length === 0 && invitations.length === 0 && <Text c="dimmed">{startWords.lead}</Text>}
      {stores.length > 0 && (
        <Card>
          <Stack gap="sm">
            {stores.map(({ slug, name, role }) => (
              <Group key={slug} justify="space-between" wrap="nowrap">
                <Link to={`/${slug}`} className="store">
                  <bdi>{name}</bdi>
                </Link>
                <Text size="sm" c="dimmed">
                  {startWords.roles[role]}
                </Text>
              </Group>
            ))}
          </Stack>
        </Card>
      )}
      {invitations.length > 0 && (
        <Card>
          <Title order={2} mb="sm">
            {startWords.invitations}
          </Title>
          <Stack gap="md">
            {invitations.map((invitation) => (
              <Invitation key={invitation.invitation_id} invitation={invitation} />
            ))}
          </Stack>
        </Card>
      )}
      {!person.email_verified && <Text c="dimmed">{startWords.unconfirmed}</Text>}
      <CreateStore person={person.id} />
    </>
  )
}

function Invitation({ invitation }: { readonly invitation: Me['invitations'][number] }) {
  const words = useWords()
  const { invitation_id, name, role, invited_by } = invitation
  const by = invited_by.name ?? invited_by.email
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (answer: typeof acceptInvitation | typeof declineInvitation) => {
      await answer({ client: clientOf(), path: { invitation_id } })
      await queries.invalidateQueries(me)
    },
  })
  return (
    <Stack gap={6}>
      <Text fw={500}>
        <bdi>{name}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        {by === null
          ? startWords.invited_by_nobody(startWords.roles[role])
          : startWords.invited(by, startWords.roles[role])}
      </Text>
      {error && (
        <Text size="sm" c="red" role="alert" dir="auto">
          {saidBy(error).detail ?? words.states.no_answer}
        </Text>
      )}
      <Group gap="xs">
        <Button loading={isPending} onClick={() => mutate(acceptInvitation)}>
          {startWords.accept}
        </Button>
        <Button variant="default" disabled={isPending} onClick={() => mutate(declineInvitation)}>
          {startWords.decline}
        </Button>
      </Group>
    </Stack>
  )
}
