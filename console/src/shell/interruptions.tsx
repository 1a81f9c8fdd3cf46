import { Alert, Button, Group } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { signInPath } from '../service/sign-in.ts'
import { partMissing, signedOut, useSignal } from '../service/signals.ts'
import { useWords } from '../words/words.tsx'
import { usePart } from '../parts/use-part.ts'

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
  const isMissing = useSignal(partMissing)
  const isSignedOut = useSignal(signedOut)
  return (
    <div className="notices">
      {!online && (
        <Alert color="yellow" radius={0} role="status">
          {words.offline}
        </Alert>
      )}
      {online && isMissing && (
        <Alert color="blue" radius={0} role="status">
          <Group justify="space-between">
            {isSignedOut ? words.signed_out_text : words.part_missing}
            {isSignedOut ? (
              <Button component="a" href={signInPath()}>
                {words.sign_in}
              </Button>
            ) : (
              <Button onClick={() => location.reload()}>{words.reload}</Button>
            )}
          </Group>
        </Alert>
      )}
    </div>
  )
}
