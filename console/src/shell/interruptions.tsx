import { Alert, Button, Group } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { newerVersion, signedOut, useSignal } from '../service/signals.ts'
import { useWords } from '../words/words.tsx'
import { usePart } from './use-part.ts'

/** Around every screen: what can happen to the whole console while it is open. What was typed stays on the screen. */
export function Interruptions() {
  const words = useWords()
  const SignedOut = usePart(() => import('./signed-out.tsx'), useSignal(signedOut))
  return (
    <>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <Notices />
      <Outlet />
      {SignedOut && <SignedOut />}
    </>
  )
}

function Notices() {
  const words = useWords().states
  const { online } = useNetwork()
  const isOld = useSignal(newerVersion)
  return (
    <div className="notices">
      {!online && (
        <Alert color="yellow" radius={0} role="status">
          {words.offline}
        </Alert>
      )}
      {isOld && (
        <Alert color="blue" radius={0} role="status">
          <Group justify="space-between">
            {words.updated}
            <Button onClick={() => location.reload()}>{words.reload}</Button>
          </Group>
        </Alert>
      )}
    </div>
  )
}
