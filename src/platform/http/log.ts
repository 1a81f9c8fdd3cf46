/** Writes one JSON object per line. Log codes, counts and ids only: never tokens, email addresses, people's names or bodies. */
export function log(
  level: 'info' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  console[level](JSON.stringify({ level, message, ...fields }))
}
