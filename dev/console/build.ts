import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const out = join(root, 'dist/console')

type Output = Rolldown.OutputBundle[string]
type Chunk = Extract<Output, { type: 'chunk' }>
/** The page, and what its first script would ask for last: the words of each language, and the screen that opens first. */
type Kept = { html?: string; preloads?: Readonly<Record<'en' | 'ar' | 'home', readonly string[]>> }

/** What a screen loads, in KB gzip: scripts and styles. `name` is that of the file in console/src. */
export type Size = { readonly name: string; readonly kb: number }

/**
 * Builds the console: files with hashes in dist/assets/console, and dist/console/page.json, the page that the Worker sends
 * (an index.html among the assets would be sent by Cloudflare, without a nonce). Does nothing if nothing has changed.
 */
export async function buildConsole(): Promise<readonly Size[]> {
  const files = join(out, 'built.json')
  const inputs = digestOfInputs()
  if (existsSync(files) && existsSync(join(root, 'dist/assets/console'))) {
    const before: { readonly inputs: string; readonly sizes: readonly Size[] } = JSON.parse(readFileSync(files, 'utf8'))
    if (before.inputs === inputs) return before.sizes
  }
  const kept: Kept = {}
  const built = await forProduction(() =>
    build({
      configFile: join(root, 'console/vite.config.ts'),
      logLevel: 'warn',
      plugins: [takePage(kept)],
    }),
  )
  if (kept.html === undefined || !('output' in built)) throw new Error('the console has no page')
  const sizes = sizesOf(Object.fromEntries(built.output.map((each) => [each.fileName, each])))
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'page.json'), `${JSON.stringify(kept)}\n`)
  writeFileSync(files, `${JSON.stringify({ inputs, sizes })}\n`)
  return sizes
}

/** Whoever builds it, also a test: React has another version of itself for development. */
async function forProduction<Result>(work: () => Promise<Result>): Promise<Result> {
  const { NODE_ENV } = process.env
  process.env['NODE_ENV'] = 'production'
  try {
    return await work()
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = NODE_ENV
  }
}

/** Takes the page out of the assets, and gives the script that runs before the first paint a hash. */
const takePage = (kept: Kept): Plugin => ({
  name: 'take-page',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') return
    const source = readFileSync(join(root, 'console/public/start.js'), 'utf8')
    const start = this.emitFile({ type: 'asset', name: 'start.js', source })
    kept.html = String(page.source).replace('/console/start.js', `/console/${this.getFileName(start)}`)
    kept.html = kept.html.replace('<meta name="preload" content="__PRELOAD__" />', '__PRELOAD__')
    const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
    const entry = chunks.find(({ isEntry }) => isEntry)
    const known = entry ? filesOf(entry, bundle) : []
    const of = (source: string) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
      return chunk ? filesOf(chunk, bundle).filter((file) => file.endsWith('.js') && !known.includes(file)) : []
    }
    kept.preloads = { en: of('/words/en.ts'), ar: of('/words/ar.ts'), home: of('/home/home.tsx') }
    delete bundle['index.html']
  },
})

/** The start and each screen in addition, both with the words of one language. */
function sizesOf(bundle: Rolldown.OutputBundle): readonly Size[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('the console has no entry')
  const start = withWords(entry, bundle)
  const screens = chunks.flatMap((chunk) => {
    const name = /console\/src\/screens\/(.+)\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1]
    return name === undefined ? [] : [{ name, files: [...withWords(chunk, bundle)].filter((file) => !start.has(file)) }]
  })
  const kb = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + zippedKb(bundle[file]), 0)
  return [{ name: 'start', kb: kb(start) }, ...screens.map(({ name, files }) => ({ name, kb: kb(files) }))]
}

/** The files of a chunk, with the words in English that they wait for. */
function withWords(chunk: Chunk, bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const files = filesOf(chunk, bundle)
  const words = files.flatMap((file) => {
    const each = bundle[file]
    return each?.type === 'chunk' ? each.dynamicImports.filter((name) => isEnglish(bundle[name])) : []
  })
  return new Set([...files, ...words])
}

const isEnglish = (output: Output | undefined) =>
  output?.type === 'chunk' && /\/words\/en(\/\w+)?\.ts$/.test(output.facadeModuleId ?? '')

/** A chunk, what it imports at once, and their styles. */
function filesOf(chunk: Chunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): readonly string[] {
  if (found.has(chunk.fileName)) return [...found]
  found.add(chunk.fileName)
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') filesOf(imported, bundle, found)
  }
  return [...found]
}

const zippedKb = (output: Output | undefined) =>
  output ? gzipSync(output.type === 'chunk' ? output.code : output.source, { level: 9 }).length / 1024 : 0

function digestOfInputs(): string {
  const hash = createHash('sha256')
  const sources = globSync(['console/{src,public}/**/*.*', 'console/*.*', 'clients/typescript/src/**/*.ts'], {
    cwd: root,
  })
  for (const file of [...sources.toSorted(), 'package-lock.json', 'dev/console/build.ts'])
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

if (import.meta.main) await buildConsole()
