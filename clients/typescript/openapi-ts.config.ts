import { readFileSync } from 'node:fs'
import { clientDefaultMeta, defineConfig, definePluginConfig } from '@hey-api/openapi-ts'

type Operation = {
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: unknown
}

/** Called by other programs: assistants, message providers, load balancers. */
const excluded = new Set(['Assistants', 'Inbox hooks', 'OAuth', 'Service'])

// WebhookEvent has the types of the webhooks. Three more for each webhook would add nothing.
const { webhooks: _webhooks, ...document }: Document = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
)
const isWanted = ([path, operations]: [string, Readonly<Record<string, Operation>>]) =>
  path.startsWith('/api/mcp/tokens') ||
  Object.values(operations).every(({ tags }) => tags.every((tag) => !excluded.has(tag)))

/** Without the cookie, which only the console may send. */
const forOthers = ([path, operations]: [string, Readonly<Record<string, Operation>>]) => [
  path,
  Object.fromEntries(
    Object.entries(operations).map(([method, { security, ...operation }]) => [
      method,
      { ...operation, ...(security && { security: security.filter((each) => !('console' in each)) }) },
    ]),
  ),
]

/** Our own client, instead of a copy of one of theirs. The generated code needs only its types. */
const ownClient = definePluginConfig({
  ...clientDefaultMeta,
  config: {},
  handler: () => {},
  name: '../operation.ts',
})

export default defineConfig({
  input: { ...document, paths: Object.fromEntries(Object.entries(document.paths).filter(isWanted).map(forOthers)) },
  output: { path: process.env['CLIENT_OUTPUT'] ?? 'src/generated', entryFile: false, module: { extension: '.ts' } },
  parser: {
    patch: {
      schemas: {
        // As an index signature they would hide misspelt fields. variant_attributes takes the same values.
        NewOrderItem: (schema) => {
          if ('patternProperties' in schema) delete schema.patternProperties
        },
      },
    },
  },
  plugins: [
    { name: '@hey-api/typescript', enums: { mode: 'javascript', case: 'preserve' } },
    { name: '@hey-api/sdk', client: false },
    ownClient(),
  ],
})
