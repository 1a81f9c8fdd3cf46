import '@mantine/core/styles/Kbd.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Table.css'
import { Kbd, Modal, Table } from '@mantine/core'
import { Fragment } from 'react'
import { screens } from '../screens.ts'
import { useWords } from '../words/words.tsx'

export default function Keys({ close }: { readonly close: () => void }) {
  const { keys: words, shell, screens: names } = useWords()
  const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
    [['Ctrl K'], words.commands],
    [['?'], words.help],
    ...screens.flatMap(({ key, name }) => (key === undefined ? [] : [[['g', key], names[name]] as const])),
    [['/'], words.search],
    [['j'], words.down],
    [['k'], words.up],
    [['Enter'], words.open],
  ]
  return (
    <Modal
      opened
      onClose={close}
      title={words.title}
      closeButtonProps={{ 'aria-label': shell.close }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <Table>
        <Table.Tbody>
          {keys.map(([pressed, what]) => (
            <Table.Tr key={what + pressed.join()}>
              <Table.Td>{what}</Table.Td>
              <Table.Td ta="end">
                {pressed.map((key, nth) => (
                  <Fragment key={key}>
                    {nth > 0 && ` ${words.followed_by} `}
                    <Kbd dir="ltr">{key}</Kbd>
                  </Fragment>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
