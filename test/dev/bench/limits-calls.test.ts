import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callsOf, leftOut } from '../../../bench/limits/calls.ts'
import { noGoods } from '../../isolation/route-facts.ts'

const Contract = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
const { paths } = Contract.parse(JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')))
const methods = ['get', 'post', 'put', 'patch', 'delete']
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.keys(item)
    .filter((method) => methods.includes(method))
    .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{([^}]+)\}/g, ':$1')}`),
)

test('npm run bench -- --limits calls every operation', () => {
  const called = callsOf({
    ...noGoods,
    slug: 'full',
    variantIds: [],
    productIds: [],
    productSlugs: [],
    simpleSlugs: [],
    busyCustomerId: '',
    busyConversationId: '',
    busyMemberId: '',
    busyOrderId: '',
    manualCollectionId: '',
    ruledCollectionId: '',
    hook: { id: '', account: '', secret: 'x' },
  }).map(({ route }) => route)
  const known = new Set([...called, ...Object.keys(leftOut)])
  expect(operations.filter((operation) => !known.has(operation))).toEqual([])
})
