/** What is in each column, in Markdown, and a cell of it. */
export type ColumnTexts = Readonly<Record<string, readonly [text: string, example: string]>>

export const oneOf = (values: readonly string[]): string => `one of ${values.map((value) => `\`${value}\``).join(', ')}`

/** An id of this service. */
export const exampleId = '0199b000-0000-7000-8000-000000000101'
