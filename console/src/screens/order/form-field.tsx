import { Checkbox, NativeSelect, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { AmountInput } from '../../parts/pickers/amount-input.tsx'
import { nameOf, useWords } from '../../words/words.tsx'
import { type Field, itemField, type Line, sentLines, type Typed } from './form-fields.ts'
import { orderWords } from '../../words/order.ts'

const anyLink = 'https://'

type Props = {
  readonly field: Field
  readonly typed: Typed
  readonly type: (name: string, value: string) => void
  readonly problems: ReadonlyMap<string, string>
  /** While it is being sent: what would be typed then is lost with its answer. */
  readonly isReadOnly: boolean
}

/** A field of an action's form, drawn by what it takes. Its label is the word for its name. */
export function FormField({ field: { name, kind, isRequired }, typed, type, problems, isReadOnly }: Props) {
  const words = useWords()
  const value = typed[name] ?? ''
  const label = nameOf(orderWords.fields, name)
  const common = {
    label,
    readOnly: isReadOnly,
    required: isRequired,
    error: problems.get(name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => type(name, event.currentTarget.value),
  }
  switch (kind.is) {
    case 'items':
      return (
        <Items name={name} lines={kind.lines} typed={typed} type={type} problems={problems} isReadOnly={isReadOnly} />
      )
    case 'choice':
      return (
        <NativeSelect
          {...common}
          value={value}
          data={[
            { value: '', label: orderWords.choose },
            ...kind.values.map((each) => ({ value: each, label: nameOf(words.hold_reason, each) })),
          ]}
        />
      )
    case 'yes_no':
      return (
        <Checkbox
          label={label}
          error={common.error}
          checked={value === 'true'}
          onChange={(event) => type(name, String(event.currentTarget.checked))}
        />
      )
    case 'amount':
      return <AmountInput {...common} value={value} />
    case 'long_text':
      return <Textarea {...common} value={value} dir="auto" autosize minRows={2} maxRows={8} size="xs" />
    case 'link':
      return <TextInput {...common} value={value} type="url" dir="ltr" placeholder={anyLink} />
    case 'text':
      return <TextInput {...common} value={value} dir="auto" />
  }
}

type ItemsProps = Omit<Props, 'field'> & { readonly name: string; readonly lines: readonly Line[] }

/** How many of each item. The service counts the lines that were sent: each problem goes back to the item that it is about. */
function Items({ name, lines, typed, type, problems, isReadOnly }: ItemsProps) {
  const sent = sentLines(name, lines, typed)
  const problemAt = (position: number) => {
    const nth = sent.findIndex((line) => line.position === position)
    return ['.quantity', '.position', ''].map((part) => problems.get(`${name}.${nth}${part}`)).find((text) => text)
  }
  return (
    <Stack gap={4} role="group" aria-label={orderWords.fields.items}>
      <Text size="xs" fw={500}>
        {orderWords.fields.items}
      </Text>
      <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
        <Table.Tbody>
          {lines.map(({ position, title, left }) => (
            <Table.Tr key={position}>
              <Table.Td>
                <bdi>{title}</bdi>
              </Table.Td>
              <Table.Td w={150}>
                <TextInput
                  type="number"
                  readOnly={isReadOnly}
                  min={0}
                  max={left}
                  aria-label={`${title}: ${orderWords.units(left)}`}
                  error={problemAt(position)}
                  value={typed[itemField(name, position)] ?? ''}
                  onChange={(event) => type(itemField(name, position), event.currentTarget.value)}
                  rightSection={<span className="dimmed figures">{orderWords.of(left)}</span>}
                  rightSectionWidth={64}
                  rightSectionPointerEvents="none"
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {problems.get(name) !== undefined && (
        <Text size="xs" c="red" role="alert">
          {problems.get(name)}
        </Text>
      )}
    </Stack>
  )
}
