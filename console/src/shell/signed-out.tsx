import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { signInPath } from '../service/sign-in.ts'
import { useWords } from '../words/words.tsx'

/** Over the screen, on which everything that was typed stays. */
export default function SignedOut() {
  const words = useWords().states
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={words.signed_out}
      attributes={{ header: { role: 'presentation' } }}
      centered
    >
      <Stack>
        <Text>{words.signed_out_text}</Text>
        <Group justify="flex-end">
          <Button component="a" href={signInPath()} data-autofocus>
            {words.sign_in}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
