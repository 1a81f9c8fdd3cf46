/** A time in a row: a Date if Drizzle read it, or RFC 3339 in UTC if `Context.read` did, which needs no Date for it. */
export type RowTime = Date | string

/** A row with its times as either reader gives them. */
export type WithRowTimes<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? RowTime | Exclude<Row[Name], Date> : Row[Name]
}

export const toIso = (time: RowTime): string => (typeof time === 'string' ? time : time.toISOString())

/** RFC 3339 of a timestamptz as PostgreSQL writes it: 2026-11-22 10:54:15.12+00, to the millisecond. */
export const isoOfText = (text: string): string =>
  // Not in another zone, and not with a year before Christ or of five digits.
  text.endsWith('+00') && text.charAt(10) === ' '
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, Math.min(23, text.length - 3)).padEnd(3, '0')}Z`
    : new Date(text).toISOString()
