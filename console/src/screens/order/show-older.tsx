import { Button, Text } from '@mantine/core'
import { problemsOf } from '../../service/problems.ts'
import { useWords } from '../../words/words.tsx'
import { orderWords } from '../../words/order.ts'
import type { useOlder } from './use-older.ts'

/** The button that loads older rows. */
export function ShowOlder({ hasOlder, isLoading, error, show }: ReturnType<typeof useOlder>['older']) {
  const { states } = useWords()
  if (!hasOlder) return null
  return (
    <>
      {error && (
        <Text size="sm" c="red" role="alert">
          {problemsOf(error, [], states.no_answer).whole}
        </Text>
      )}
      <Button variant="default" loading={isLoading} onClick={show}>
        {orderWords.older}
      </Button>
    </>
  )
}
