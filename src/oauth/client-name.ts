const longest = 64

/**
 * A client's own name for itself, made fit to stand in a page: without control, direction and unseen characters, which
 * could make it read as something else, on one line, 64 characters at most.
 */
export function shownName(name: unknown, otherwise: string): string {
  if (typeof name !== 'string') return otherwise
  const plain = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC')
    .replace(/ +/g, ' ')
    .trim()
  const shown = Array.from(plain).slice(0, longest).join('').trim()
  return shown === '' ? otherwise : shown
}
