import { createHash, randomUUID } from 'node:crypto'
import { chown, cp, lstat, mkdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

type Account = { uid: number; gid: number }

/** PostgreSQL's programs and data, and the account it runs as. Default: the current user. */
export type Home = { binaries: string; data: string; account?: Account }

/** Where root puts copies if other accounts cannot enter the checkout or the data folder. */
const rootFolder = process.env['COMMERCE_POSTGRES_DIR'] ?? '/var/lib/merchant-commerce-dev'

/** PostgreSQL refuses to run as root, so root runs it as another account, in a folder that account can enter. */
export async function postgresHome(binaries: string, dir: string): Promise<Home> {
  const preferred = join(dir, 'postgres')
  if (process.getuid?.() !== 0) {
    await mkdir(preferred, { recursive: true, mode: 0o700 })
    return { binaries, data: preferred }
  }
  await mkdir(dir, { recursive: true })
  const account = await unprivilegedAccount(dir)
  const data = (await canEnter(await realpath(dir), account)) ? preferred : await dataInRootFolder(preferred)
  await mkdir(data, { recursive: true, mode: 0o700 })
  await chown(data, account.uid, account.gid)
  return {
    binaries: (await canEnter(binaries, account)) ? binaries : await binariesInRootFolder(binaries),
    data,
    account,
  }
}

/** Removes the data, wherever `postgresHome` put it. */
export async function removePostgresData(dir: string) {
  const data = join(resolve(dir), 'postgres')
  await rm(pathInRootFolder(data), { recursive: true, force: true })
  await rm(data, { recursive: true, force: true })
}

async function unprivilegedAccount(dir: string): Promise<Account> {
  // initdb looks up its user by id, so the account must exist on this machine.
  const accounts = new Map<string, Account>()
  for (const line of (await readFile('/etc/passwd', 'utf8')).split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name && Number(uid) > 0) accounts.set(name, { uid: Number(uid), gid: Number(gid) })
  }
  const probe = join(dir, `.account-${process.pid}`)
  await mkdir(probe, { recursive: true })
  try {
    for (const name of ['postgres', 'nobody', 'daemon']) {
      const account = accounts.get(name)
      if (!account) continue
      // A container may have no mapping for this id, and then chown fails.
      const canOwnFiles = await chown(probe, account.uid, account.gid).then(
        () => true,
        () => false,
      )
      if (canOwnFiles) return account
    }
  } finally {
    await rm(probe, { recursive: true, force: true })
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has no "postgres" or "nobody" account to run it as. Run this as another user.',
  )
}

async function canEnter(path: string, { uid, gid }: Account): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid: owner, gid: group } = await stat(folder)
    const shift = owner === uid ? 6 : group === gid ? 3 : 0
    if (((mode >> shift) & 1) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

function pathInRootFolder(path: string) {
  return join(rootFolder, createHash('sha256').update(path).digest('hex').slice(0, 16))
}

/** The checkout may be under /root, which other accounts cannot enter and whose mode we must not change. */
async function dataInRootFolder(preferred: string) {
  const data = pathInRootFolder(preferred)
  await mkdir(rootFolder, { recursive: true, mode: 0o755 })
  const link = await lstat(preferred).catch(() => undefined)
  if (!link) await symlink(data, preferred)
  return data
}

async function binariesInRootFolder(binaries: string) {
  const { mtimeMs } = await stat(join(binaries, 'bin', 'postgres'))
  const copy = pathInRootFolder(`${binaries}@${mtimeMs}`)
  if (await stat(copy).catch(() => undefined)) return copy
  const unfinished = `${copy}-${randomUUID()}`
  await mkdir(rootFolder, { recursive: true, mode: 0o755 })
  await cp(binaries, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  return copy
}
