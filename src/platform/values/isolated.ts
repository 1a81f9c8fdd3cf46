/** So that a number sign or a name in Latin letters stays as it is within Arabic (Unicode UAX 9, FSI and PDI). */
export const isolated = (text: string | number): string => `\u2068${text}\u2069`
