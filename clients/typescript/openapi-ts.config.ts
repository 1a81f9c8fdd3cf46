import { readFileSync } from 'node:fs'
import { clientDefaultConfig, clientDefaultMeta, defineConfig } from '@hey-api/openapi-ts'

type Operation = { readonly tags: readonly string[] }
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

/** What other programs call: assistants, the providers of messages, load balancers. */
const left = new Set(['Assistants', 'Inbox hooks', 'OAuth', 'Service'])

const document: Document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const isWanted = ([path, operations]: [string, Readonly<Record<string, Operation>>]) =>
  path.startsWith('/api/mcp/tokens') ||
  Object.values(operations).every(({ tags }) => tags.every((tag) => !left.has(tag)))

export default defineConfig({
  input: { ...document, paths: Object.fromEntries(Object.entries(document.paths).filter(isWanted)) },
  output: { path: 'src/generated', entryFile: false, module: { extension: '.ts' } },
  plugins: [
    '@hey-api/typescript',
    { name: '@hey-api/sdk', client: false },
    // Our own client, instead of a copy of one of theirs. The generated code needs only its types.
    {
      ...clientDefaultMeta,
      config: { ...clientDefaultConfig, bundle: false },
      handler: () => {},
      name: '../operation.ts',
    },
  ],
})
