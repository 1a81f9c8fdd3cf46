export const languages = ['en', 'ar'] as const

export type Language = (typeof languages)[number]

export const languageNamed = (name: string | undefined): Language | undefined => languages.find((each) => each === name)
