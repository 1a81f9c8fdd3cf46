import { useFormats, useWords } from '../words/words.ts'

/** A date, also machine-readable. */
export const Day = ({ at }: { at: string }) => <time datetime={at}>{useFormats().day(new Date(at))}</time>

/** A date with hours and minutes, in a time zone. */
export const Minute = ({ at, timezone }: { at: string; timezone: string }) => (
  <time datetime={at}>{useFormats().time(new Date(at), timezone)}</time>
)

const week = 7 * 86_400

/** How long ago, such as “5 minutes ago”. After a week, the date. */
export function Ago({ at, now }: { at: string; now: Date }) {
  const words = useWords().ui
  const formats = useFormats()
  const seconds = (now.getTime() - new Date(at).getTime()) / 1000
  if (seconds >= week) return <Day at={at} />
  return <time datetime={at}>{seconds < 60 ? words.justNow : formats.span(-seconds)}</time>
}

/** How long until then, such as “in 5 minutes”. */
export const Until = ({ at, now }: { at: string; now: Date }) => (
  <time datetime={at}>{useFormats().span(Math.max(60, (new Date(at).getTime() - now.getTime()) / 1000))}</time>
)
