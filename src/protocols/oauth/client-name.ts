const maxLength = 64

/**
 * A client's name, made safe to show: at most 64 characters on one line, without control, direction and invisible characters,
 * which could make it look like something else.
 */
export function shownClientName(name: unknown, fallback: string): string {
  if (typeof name !== 'string') return fallback
  const plain = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC')
    .replace(/ +/g, ' ')
    .trim()
  const shown = Array.from(plain).slice(0, maxLength).join('').trim()
  return shown === '' ? fallback : shown
}
