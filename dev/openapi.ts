import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../openapi.json', import.meta.url))

// Not an import that TypeScript follows: the document is made from the Worker's code, whose types are not those of Node.
const { openApiDocument }: { openApiDocument: () => Promise<unknown> } = await import(
  new URL('openapi/document.ts', import.meta.url).href
)

const text = `${JSON.stringify(await openApiDocument(), null, 2)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
  console.log(`openapi.json: ${Math.round(text.length / 1024)} KB`)
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('openapi.json is out of date. Run: npm run openapi')
  process.exitCode = 1
}
