type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const child = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

export const entries = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])
