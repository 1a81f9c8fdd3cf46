import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { unstable_startWorker } from 'wrangler'

const fileAt = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

// Inside the repository, so that the examples find their packages.
const folder = fileAt('dist/webhook-examples')

const guide = readFileSync(fileAt('docs/webhooks.md'), 'utf8')

/** The code blocks of the guide in a language, in order. */
export const samples = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)

const [node = '', worker = '', feed = ''] = samples('ts')
const [table = ''] = samples('sql')

/** Writes the examples into files, and returns what the compiler finds wrong with them. */
export function compileSamples({ baseUrl, key }: { baseUrl: string; key: string }): string {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(`${folder}/${name}`, text)
  write('package.json', '{ "type": "module" }')
  write('receiver.ts', node.replace('3000', "Number(process.env['PORT'])"))
  write('feed.ts', feed.replace('https://commerce.example.com', baseUrl).replace('<key>', key))
  write('worker.ts', worker)
  // Beside the receiver: PUT runs SQL, and GET returns the orders.
  write(
    'with-orders.ts',
    `import worker from './worker.ts'
export default {
  async fetch(request: Request, env: Parameters<typeof worker.fetch>[1]): Promise<Response> {
    if (request.method === 'POST') return worker.fetch(request, env)
    if (request.method === 'PUT') return Response.json(await env.DB.exec(await request.text()))
    return Response.json((await env.DB.prepare('SELECT * FROM orders').all()).results)
  },
}
`,
  )
  // In this repository, the package is not built.
  const alias = `[alias]\n"@merchant-commerce/client" = "${fileAt('clients/typescript/src/index.ts')}"\n`
  write('wrangler.toml', `name = "receiver"\nmain = "with-orders.ts"\ncompatibility_date = "2026-11-01"\n\n${alias}`)
  const config = (types: string, include: string[]) =>
    JSON.stringify({
      extends: fileAt('clients/typescript/tsconfig.json'),
      compilerOptions: { customConditions: ['@merchant-commerce/source'], types: [types], lib: ['esnext'] },
      include,
    })
  write('tsconfig.json', config('node', ['receiver.ts', 'feed.ts']))
  write('tsconfig.worker.json', config('@cloudflare/workers-types', ['with-orders.ts']))
  return ['tsconfig.json', 'tsconfig.worker.json']
    .map((name) => spawnSync('tsc', ['-p', `${folder}/${name}`], { encoding: 'utf8' }).stdout)
    .join('')
}

export const removeSamples = (): void => rmSync(folder, { recursive: true, force: true })

/** Runs a program, and keeps the lines that it prints. */
function run(file: string, { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> }) {
  const child = spawn(process.execPath, ['--conditions=@merchant-commerce/source', file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const exited = once(child, 'exit')
  return {
    lines,
    /** Ends the program with a signal, and returns its exit code. */
    async stop(signal?: NodeJS.Signals): Promise<unknown> {
      if (signal !== undefined) child.kill(signal)
      const [code]: unknown[] = await exited
      return code
    },
  }
}

export const runNodeReceiver = (port: number, secret: string) =>
  run(`${folder}/receiver.ts`, { env: { WEBHOOK_SECRET: secret, PORT: String(port) } })

export const runFeed = () => run(`${folder}/feed.ts`, {})

export const runListen = (baseUrl: string, args: readonly string[]) =>
  run(fileAt('dev/stack/listen/listen.ts'), { args, env: { PORT: new URL(baseUrl).port } })

/** Runs the Worker of the guide with a database of its own. */
export async function runWorkerReceiver(port: number, secret: string) {
  process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false'
  const running = await unstable_startWorker({
    config: `${folder}/wrangler.toml`,
    bindings: {
      WEBHOOK_SECRET: { type: 'plain_text', value: secret },
      DB: { type: 'd1', id: 'orders', name: 'orders' },
    },
    dev: { server: { hostname: '127.0.0.1', port }, inspector: false, persist: false, watch: false, logLevel: 'error' },
  })
  const url = await running.url
  await fetch(url, { method: 'PUT', body: table })
  return {
    orders: async (): Promise<unknown> => (await fetch(url)).json(),
    stop: () => running.dispose(),
  }
}
