import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guideNamed, guides, pageOf } from './guides.ts'
import { guideStyle } from './guide-style.ts'
import { style } from '../../src/pages/settings/ui/style.ts'

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const out = fileAt('../../dist/assets')
const manifest = fileAt('../../src/pages/docs/files.json')
const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** Writes an asset whose name contains a hash of its content, and returns its path. */
function asset(name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const path = `/docs/assets/${name.replace(/(?=\.\w+$)/, `-${hash}`)}`
  writeFileSync(join(out, path), text)
  return path
}

const swaggerFile = (name: string) => readFileSync(join(swagger, name), 'utf8')

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
const security = (csp: string) => `  Content-Security-Policy: ${csp}
  X-Content-Type-Options: nosniff
  X-Frame-Options: DENY
  Referrer-Policy: no-referrer
  Strict-Transport-Security: max-age=63072000; includeSubDomains
`

/** Makes the static assets: the guides as pages, the sample files, Swagger UI and its script. */
function main() {
  rmSync(join(out, 'docs'), { recursive: true, force: true })
  mkdirSync(join(out, 'docs/assets'), { recursive: true })
  const files = {
    swagger: asset('swagger-ui.js', swaggerFile('swagger-ui-bundle.js').replace(/\n?\/\/# sourceMappingURL=.*/, '')),
    swaggerStyle: asset(
      'swagger-ui.css',
      swaggerFile('swagger-ui.css').replace(/\n?\/\*# sourceMappingURL=.*?\*\//, ''),
    ),
    script: asset('reference.js', `(async () => {\n${readFileSync(fileAt('reference.js'), 'utf8')}})()\n`),
    style: asset('docs.css', style + guideStyle),
  }
  const redirect = asset('oauth2-redirect.js', swaggerFile('oauth2-redirect.js'))
  writeFileSync(
    join(out, 'docs/oauth2-redirect.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signed in</title></head><body><script src="${redirect}"></script></body></html>\n`,
  )
  const pages = guides.map(guideNamed)
  for (const guide of pages) writeFileSync(join(out, `docs/${guide.name}.html`), pageOf(guide, pages, files.style))
  cpSync(fileAt('../../docs/samples'), join(out, 'docs/samples'), { recursive: true })
  writeFileSync(
    join(out, '_headers'),
    `/docs/*\n${security(policy)}\n/docs/oauth2-redirect\n  ! Content-Security-Policy\n  Content-Security-Policy: default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'\n\n/docs/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n\n/console/assets/*\n${security("default-src 'none'; frame-ancestors 'none'")}  Cross-Origin-Resource-Policy: same-origin\n  Cache-Control: public, max-age=31536000, immutable\n`,
  )
  const text = `${JSON.stringify(files, null, 2)}\n`
  if (!process.argv.includes('--check')) writeFileSync(manifest, text)
  else if (readFileSync(manifest, 'utf8') !== text) {
    console.error('src/pages/docs/files.json is out of date. Run: npm run docs')
    process.exitCode = 1
  }
}

main()
