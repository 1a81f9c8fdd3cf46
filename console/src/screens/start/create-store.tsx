import { Alert, Button, Card, Group, Select, Stack, TextInput, Title } from '@mantine/core'
import { createStore } from '@merchant-commerce/client'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { attemptOf, draftOf } from '../../service/kept.ts'
import { clientOf } from '../../service/client.ts'
import { problemsOf } from '../../service/problems.ts'
import { me, queries } from '../../service/queries.ts'
import { startWords as words } from '../../words/start.ts'
import { useLanguage, useWords } from '../../words/words.tsx'

/** What is typed is kept in this browser until the store is created, also when the session ends meanwhile. */
export function CreateStore({ person }: { readonly person: string }) {
  const { states } = useWords()
  const language = useLanguage()
  const navigate = useNavigate()
  const draft = draftOf(person, 'create-store')
  const [typed, type] = useState(() => ({
    name: '',
    currency: '',
    timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...draft.get(),
  }))
  const attempt = attemptOf(person, 'create-store')
  const { mutate, isPending, error } = useMutation({
    mutationFn() {
      const body = { ...typed, locale: language }
      return createStore({ client: clientOf(), body, headers: { 'Idempotency-Key': attempt.keyFor(body) } })
    },
    async onSuccess({ slug }) {
      draft.clear()
      attempt.clear()
      await queries.invalidateQueries(me)
      await navigate({ to: `/${slug}` })
    },
  })
  const { byField, whole } = problemsOf(error, ['name', 'currency', 'timezone'], states.no_answer)
  const set = (field: keyof typeof typed) => (value: string | null) => {
    const next = { ...typed, [field]: value ?? '' }
    type(next)
    draft.set(next)
  }
  return (
    <Card
      component="form"
      onSubmit={(event: SubmitEvent | React.FormEvent) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Title order={2} mb="sm">
        {words.create}
      </Title>
      <Stack gap="md">
        {whole !== null && (
          <Alert color="red" role="alert" dir="auto">
            {whole}
          </Alert>
        )}
        <TextInput
          label={words.name}
          description={words.name_help}
          required
          value={typed.name}
          onChange={(event) => set('name')(event.currentTarget.value)}
          error={byField.get('name')}
          dir="auto"
        />
        <Select
          label={words.currency}
          description={words.currency_help}
          required
          searchable
          data={currencies(language)}
          placeholder={words.choose}
          value={typed.currency || null}
          onChange={set('currency')}
          error={byField.get('currency')}
        />
        <Select
          label={words.timezone}
          description={words.timezone_help}
          required
          searchable
          // The list has no UTC, in which some browsers are.
          data={[...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]}
          placeholder={words.choose}
          value={typed.timezone || null}
          onChange={set('timezone')}
          error={byField.get('timezone')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {words.create}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

/** All of them by code and name, those of the Gulf and its neighbours first. */
function currencies(language: string) {
  const near = ['KWD', 'SAR', 'AED', 'BHD', 'QAR', 'OMR', 'JOD', 'EGP', 'USD', 'EUR']
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const others = Intl.supportedValuesOf('currency').filter((code) => !near.includes(code))
  return [...near, ...others].map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
}
