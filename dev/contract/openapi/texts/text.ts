/** Summary and description of each operation, by operationId. */
export type Texts = Readonly<Record<string, readonly [summary: string, description: string]>>
