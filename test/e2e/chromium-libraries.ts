import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'

const archive = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../../bin/al2023.tar.br')

/** The environment variables with which Chromium finds its libraries. Empty if the machine has them. */
export async function chromiumLibraries(executable: string, folder: string): Promise<Record<string, string>> {
  if (startError(executable, {}) === undefined) return {}
  await mkdir(folder, { recursive: true })
  // Through a file, because tar closes a pipe at the end of the archive, before the end of the input.
  const unpacked = join(folder, 'libraries.tar')
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(unpacked))
  spawnSync('tar', ['--extract', '--file', unpacked, '--directory', folder], { stdio: 'inherit' })
  const libraries = { LD_LIBRARY_PATH: join(folder, 'lib') }
  const reason = startError(executable, libraries)
  if (reason !== undefined) throw new Error(`Chromium does not start on this machine: ${reason}`)
  return libraries
}

function startError(executable: string, environment: Record<string, string>): string | undefined {
  const { status, stderr } = spawnSync(executable, ['--version'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  return status === 0 ? undefined : stderr.trim()
}
