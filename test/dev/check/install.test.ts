import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const check = fileURLToPath(new URL('../../../dev/check/install.js', import.meta.url))

let project: string
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'check-install-'))
  mkdirSync(join(project, 'dev/check'), { recursive: true })
  cpSync(check, join(project, 'dev/check/install.js'))
})
afterAll(() => rmSync(project, { recursive: true }))

function run(file: string, event: string, node = process.versions.node) {
  const { status, stderr } = spawnSync(process.execPath, [file], {
    env: { npm_lifecycle_event: event, npm_config_user_agent: `npm/9.2.0 node/v${node} linux x64 workspaces/false` },
    encoding: 'utf8',
  })
  return { status, output: stderr.trimEnd().split('\n') }
}

describe('npm ci', () => {
  test.each(['18.19.0', '20.18.3', '21.7.3', '22.11.0'])(
    'fails with Node %s, and says which Node is needed',
    (node) => {
      expect(run(check, 'preinstall', node)).toEqual({
        status: 1,
        output: [
          `npm must run on Node 20.19 or a later 20.x, or 22.12 or later, but it is running on Node ${node}. Install a newer Node and run npm ci again.`,
        ],
      })
    },
  )

  test.each(['20.19.0', '20.20.2', '22.12.0', '22.22.0', '24.0.0', '26.1.0'])('goes on with Node %s', (node) => {
    expect(run(check, 'preinstall', node)).toEqual({ status: 0, output: [''] })
  })
})

describe('npm test', () => {
  test('goes on when all packages of this machine are installed', () => {
    expect(run(check, 'pretest')).toEqual({ status: 0, output: [''] })
  })

  test('names the packages of this machine that npm left out', () => {
    const here = { os: [process.platform], cpu: [process.arch], optional: true }
    const packages = {
      '': {},
      'node_modules/there': here,
      'node_modules/left-out': here,
      'node_modules/a/node_modules/@b/left-out-too': here,
      'node_modules/of-another-machine': { ...here, cpu: ['pdp11'] },
      'node_modules/of-another-libc': { ...here, libc: ['other'] },
      'node_modules/wanted-by-nobody': { optional: true },
    }
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', engines: { node: '>=22.12.0' } }))
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages }))
    mkdirSync(join(project, 'node_modules', 'there'), { recursive: true })
    writeFileSync(join(project, 'node_modules', 'there', 'package.json'), '{}')

    expect(run(join(project, 'dev/check/install.js'), 'pretest')).toEqual({
      status: 1,
      output: ['Some packages are not installed (left-out, @b/left-out-too). Run npm ci with Node 22.12 or later.'],
    })
  })
})
