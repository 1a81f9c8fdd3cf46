/** The text without what text in the database cannot hold: NUL, and half surrogate pairs. */
export const keepable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
