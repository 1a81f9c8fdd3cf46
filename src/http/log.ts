/** One JSON object a line. Pass names, counts and ids only: never a token, an e-mail address, a name or a body. */
export function log(
  level: 'info' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  console[level](JSON.stringify({ level, message, ...fields }))
}
