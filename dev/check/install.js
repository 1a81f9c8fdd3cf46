// Plain JavaScript that runs first, because it must work on any Node version and without packages.
import { existsSync, readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)
const machineLibc = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'

if (process.env.npm_lifecycle_event === 'preinstall') checkNode()
else checkPackages()

/** npm silently skips native packages that do not support the Node version it runs on. */
function checkNode() {
  const [, nodeVersion] = /\bnode\/v(\S+)/.exec(process.env.npm_config_user_agent || '') || []
  const { engines } = read('package.json')
  if (nodeVersion === undefined || isSupported(nodeVersion, engines.node)) return
  fail(
    `npm must run on Node ${describeRange(engines.node)}, but it is running on Node ${nodeVersion}. Install a newer Node and run npm ci again.`,
  )
}

function checkPackages() {
  const { packages } = read('package-lock.json')
  const missing = Object.keys(packages).filter(
    (path) => isNativeForThisMachine(packages[path]) && !existsSync(new URL(`${path}/package.json`, root)),
  )
  if (missing.length === 0) return
  const names = missing.map((path) => path.replace(/^.*node_modules\//, '')).join(', ')
  fail(
    `Some packages are not installed (${names}). Run npm ci with Node ${describeRange(read('package.json').engines.node)}.`,
  )
}

/** Whether this is an optional native package that npm installs on this machine. */
function isNativeForThisMachine({ optional, os, cpu, libc }) {
  return (
    optional === true &&
    (os || cpu) !== undefined &&
    (os === undefined || os.includes(process.platform)) &&
    (cpu === undefined || cpu.includes(process.arch)) &&
    (libc === undefined || libc.includes(machineLibc))
  )
}

/** Understands `^1.2.3` and `>=1.2.3`, joined by `||`. */
function isSupported(version, range) {
  const [major, minor, patch] = numbers(version)
  return range.split('||').some((part) => {
    const [wantedMajor, wantedMinor, wantedPatch] = numbers(part)
    if (major !== wantedMajor) return major > wantedMajor && part.includes('>=')
    return minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch)
  })
}

function describeRange(range) {
  return range
    .split('||')
    .map((part) => {
      const [major, minor] = numbers(part)
      return part.includes('>=') ? `${major}.${minor} or later` : `${major}.${minor} or a later ${major}.x`
    })
    .join(', or ')
}

function numbers(version) {
  return (/\d+\.\d+\.\d+/.exec(version) || ['0.0.0'])[0].split('.').map(Number)
}

function read(name) {
  return JSON.parse(readFileSync(new URL(name, root), 'utf8'))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
