import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import { Alert, Button, Group, Stack } from '@mantine/core'
import type { OrderWithIncluded } from '@merchant-commerce/client'
import { useState } from 'react'
import { problemsOf } from '../../service/problems.ts'
import { useStore } from '../../service/store.ts'
import { useWords } from '../../words/words.tsx'
import { ChangesSince } from './changes-since.tsx'
import { bodyOf, draftFor, type Field, fieldsOf, type Form, initialOf, keptOf, type Typed } from './form-fields.ts'
import { FormField } from './form-field.tsx'
import { type Changed, useChange } from './use-change.ts'
import { orderWords } from '../../words/order.ts'

export type Action = {
  readonly name: string
  readonly path: string
  /** Whether it changes a part of the order, with PATCH. */
  readonly isPatch?: boolean
  readonly form: Form
}

type Props = {
  readonly order: OrderWithIncluded
  readonly action: Action
  readonly submit: string
  readonly isDangerous?: boolean
  /** Whether it is the one thing to do there. */
  readonly isMain?: boolean
  /** Whether the order still allows it. */
  readonly isPossible?: boolean
  readonly onDone: (answer: Changed) => void
}

/** The form of an action as the order offers it. What is typed is kept until it is sent. */
export function ActionForm({
  order,
  action,
  submit,
  isDangerous = false,
  isMain = true,
  isPossible = true,
  onDone,
}: Props) {
  const { states } = useWords()
  const { currency_exponent: decimals } = useStore()
  // The form as it was opened: what is left of the order may change meanwhile, and what was typed may not.
  const [version] = useState(order.version)
  const [fields] = useState<readonly Field[]>(() => fieldsOf(action.form))
  const { mutate, begin, draftAt, isPending, error } = useChange(order, { isForm: isMain })
  const draft = draftAt(action.path)
  const [typed, setTyped] = useState<Typed>(() => {
    begin(action)
    return keptOf(fields, draft.get(), version)
  })
  const shown = { ...initialOf(fields), ...typed }
  // What others have changed meanwhile stays.
  const sent = action.isPatch ? fields.filter(({ name, initial }) => shown[name] !== initial) : fields
  const isNothing = action.isPatch === true && sent.length === 0
  const [isTried, setTried] = useState(false)
  const missing = fields.filter(
    ({ name, kind, isRequired }) => isRequired && kind.is !== 'items' && !shown[name]?.trim(),
  )
  const { byField, whole } = problemsOf(error, fieldNamesOf(fields), states.no_answer)
  const type = (name: string, value: string) => {
    const next = { ...typed, [name]: value }
    setTyped(next)
    draft.set(draftFor(version, next))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(missing.length > 0)
        if (missing.length > 0) return
        mutate(
          { ...action, body: bodyOf(sent, shown, decimals) },
          {
            onSuccess(answer) {
              setTyped({})
              onDone(answer)
            },
          },
        )
      }}
    >
      <Stack gap="md">
        {isMain && <ChangesSince order={order}>{orderWords.send_again}</ChangesSince>}
        {!isPossible && <Alert color="yellow">{orderWords.gone}</Alert>}
        {whole !== null && (
          <Alert color="red" role="alert" dir="auto">
            {whole}
          </Alert>
        )}
        {fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            typed={shown}
            type={type}
            isReadOnly={isPending}
            problems={isTried ? new Map(missing.map(({ name }) => [name, orderWords.required])) : byField}
          />
        ))}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={isPending}
            variant={isMain ? 'filled' : 'default'}
            {...(isDangerous && { color: 'red' })}
            disabled={!isPossible || isNothing}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Those of the form, and of each of its items. */
const fieldNamesOf = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ name, kind }) =>
    kind.is === 'items'
      ? [
          name,
          ...kind.lines.flatMap((_line, nth) => ['', '.quantity', '.position'].map((part) => `${name}.${nth}${part}`)),
        ]
      : [name],
  )
