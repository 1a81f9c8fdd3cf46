import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { members } from '../../../dev/contract/openapi/problem-members.ts'
import type { RefusalRule } from '../../../src/platform/operation/refusals.ts'
import { sampleOf } from '../../support/samples.ts'

const modules = await Promise.all(globSync('src/areas/**/*.ts').map((path): Promise<unknown> => import(resolve(path))))
const rules = modules
  .flatMap((module) => Object.values(Object(module)))
  .flatMap((exported) => Object.values<RefusalRule>(Object(Object(exported).refusals)))

test('the contract declares each member of a refusal', () => {
  const undeclared = rules.flatMap(({ code, facts, present }) => {
    const sample = facts.safeParse(sampleOf(facts))
    // A quote, which total_changed declares as a component.
    if (!sample.success || code === 'total_changed') return []
    const { members: shown, extra } = present(sample.data, 'en')
    const declared = Object.keys(members[code]?.properties ?? {})
    return Object.keys({ ...shown, ...extra })
      .filter((name) => !declared.includes(name))
      .map((name) => `${code}: ${name}`)
  })
  expect(rules.length).toBeGreaterThan(100)
  expect([...new Set(undeclared)]).toEqual([])
})
