import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

const module = new URL('../../support/node/run-folder.ts', import.meta.url)

/** A run that writes something to its temporary folder and then does what `end` says. */
const run = (end: string) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { mkdtempSync } from 'node:fs'
       import { tmpdir } from 'node:os'
       import { useRunFolder } from ${JSON.stringify(module.href)}
       useRunFolder()
       console.log(mkdtempSync(tmpdir() + '/left-behind-'))
       ${end}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )

async function gone(folder: string) {
  for (let waited = 0; existsSync(folder) && waited < 120_000; waited += 50) await sleep(50)
  return !existsSync(folder)
}

test('a run that ends has removed its folder', async () => {
  const child = run('process.exit(0)')
  const [left] = await once(createInterface(child.stdout), 'line')
  await once(child, 'exit')
  expect(dirname(dirname(left))).toBe(tmpdir())
  expect(existsSync(dirname(left))).toBe(false)
})

test.each(['SIGINT', 'SIGKILL'] as const)('the folder of a run that gets a %s goes, too', async (signal) => {
  const child = run('setInterval(() => {}, 1000)')
  const [left] = await once(createInterface(child.stdout), 'line')
  expect(existsSync(left)).toBe(true)
  child.kill(signal)
  await once(child, 'exit')
  expect(await gone(dirname(left))).toBe(true)
})
