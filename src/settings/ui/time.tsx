const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const unitSteps = [
  { below: 3_600, seconds: 60, unit: 'minute' },
  { below: 86_400, seconds: 3_600, unit: 'hour' },
  { below: 7 * 86_400, seconds: 86_400, unit: 'day' },
] as const

/** A date, also machine-readable. */
export const Day = ({ at }: { at: string }) => <time datetime={at}>{day.format(new Date(at))}</time>

/** How long ago, such as “5 minutes ago”. After a week, the date. */
export function Ago({ at, now }: { at: string; now: Date }) {
  const seconds = (now.getTime() - new Date(at).getTime()) / 1000
  const unitStep = unitSteps.find(({ below }) => seconds < below)
  if (!unitStep) return <Day at={at} />
  const count = Math.floor(seconds / unitStep.seconds)
  return <time datetime={at}>{count < 1 ? 'just now' : `${count} ${unitStep.unit}${count === 1 ? '' : 's'} ago`}</time>
}
