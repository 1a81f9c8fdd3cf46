import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const made = ['migrations/', 'sql/before-tables/'].map((path) => new URL(`../../drizzle/${path}`, import.meta.url))

/** A hash of the tables, what they call, and the SQL in these folders, which fills them. */
export async function tablesHash(...seedFolders: readonly URL[]): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of [...seedFolders, ...made]) {
    const names = (await readdir(fileURLToPath(folder))).filter((name) => name.endsWith('.sql'))
    if (names.length === 0) throw new Error(`${folder.href} has no SQL.`)
    for (const name of names.toSorted()) hash.update(await readFile(new URL(name, folder)))
  }
  return hash.digest('hex').slice(0, 16)
}
