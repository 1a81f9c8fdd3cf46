import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { unstable_readConfig } from 'wrangler'
import { z } from 'zod'

const Binary = z.object({ default: z.object({ default: z.string() }) })

/** The workerd binary that comes with wrangler, not its wrapper script. */
export async function workerdBinary(): Promise<string> {
  const resolved = createRequire(createRequire(import.meta.url).resolve('wrangler')).resolve('workerd')
  return Binary.parse(await import(pathToFileURL(resolved).href)).default.default
}

/** A Worker with production's compatibility settings, variables and unrestricted network access. */
export function workerdConfiguration(
  files: readonly string[],
  variables: Record<string, string>,
  port: number,
): string {
  const { compatibility_date: date, compatibility_flags: flags } = unstable_readConfig({
    config: fileURLToPath(new URL('../../wrangler.toml', import.meta.url)),
    env: 'production',
  })
  const modules = files.map((file) => `(name = ${text(file)}, esModule = embed ${text(file)})`)
  const bindings = Object.entries(variables).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`)
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "network", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${modules.join(', ')}],
  compatibilityDate = ${text(date ?? '')},
  compatibilityFlags = [${flags.map(text).join(', ')}],
  bindings = [${bindings.join(', ')}],
  globalOutbound = "network",
);
`
}

/** Quotes a string for Cap'n Proto. */
const text = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
