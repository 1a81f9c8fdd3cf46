import { ActionIcon, CopyButton } from '@mantine/core'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import IconCopy from '@tabler/icons-react/icons/IconCopy'
import '@mantine/core/styles/ActionIcon.css'
import { useWords } from '../words/words.tsx'

/** Copies a text. `what`: its name, for who cannot see it beside. */
export function Copy({ text, what }: { readonly text: string; readonly what: string }) {
  const words = useWords().copy
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={copy}
          aria-label={copied ? words.copied : words.copy(what)}
        >
          {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}
