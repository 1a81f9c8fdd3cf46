import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Behind, Popped } from './popped.tsx'
import { maxViewName } from './view-list.ts'
import { listWords } from '../words/list.ts'

type Props = Behind & {
  readonly label: string
  readonly name: string
  /** Says what is wrong, or nothing. */
  readonly save: (name: string) => string | undefined
  readonly submit: string
  readonly remove?: () => void
}

/** The name of a view that a person keeps. */
export default function ViewMenu({ isOpen, button, label, ...form }: Props) {
  return (
    <Popped isOpen={isOpen} button={button} label={label} width={260}>
      {(close) => <Form {...form} close={close} />}
    </Popped>
  )
}

function Form({
  name,
  save,
  submit,
  remove,
  close,
}: Omit<Props, keyof Behind | 'label'> & { readonly close: () => void }) {
  const [text, type] = useState(name)
  const [error, setError] = useState<string>()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const problem = text.trim() === '' ? undefined : save(text.trim())
        setError(problem)
        if (problem === undefined) close()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={listWords.view_name}
          required
          withAsterisk={false}
          dir="auto"
          maxLength={maxViewName}
          data-autofocus
          error={error}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit">{submit}</Button>
          {remove && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => {
                close()
                remove()
              }}
            >
              {listWords.remove_view}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
