import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../src/platform/db/client.ts'
import { failureOf } from '../../../src/platform/db/failure.ts'
import { fetchRows } from '../../../src/platform/db/fetch-rows.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function failure(response: () => Response) {
  vi.stubGlobal('fetch', () => Promise.resolve(response()))
  const endpoint = { url: 'https://database.test/sql', headers: {} }
  const error = await fetchRows(endpoint, 'select 1', [], AbortSignal.timeout(1000)).catch((thrown: unknown) => thrown)
  return failureOf(error)
}

const cut = () =>
  new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"rows":['))
      stream.error(new TypeError('Network connection lost.'))
    },
  })

const html = '<!doctype html><title>Bad gateway</title>'

test.for([
  ['a page of a proxy', () => new Response(html)],
  ['a page of a proxy with status 400', () => new Response(html, { status: 400 })],
  ['an error without a message', () => Response.json({}, { status: 400 })],
  ['a lost connection', () => new Response(cut())],
  ['a lost connection with status 400', () => new Response(cut(), { status: 400 })],
  ['a lost connection with status 502', () => new Response(cut(), { status: 502 })],
  ['a reply without rows', () => Response.json({})],
] as const)('%s instead of rows is a transient failure', async ([, response]) => {
  expect(await failure(response)).toMatchObject({ kind: 'transient' })
})

test('a refusal, and an error that repeating does not help against, are kept', async () => {
  const refused = { message: 'not_found', code: 'MC404', detail: 'store', constraint: null }
  expect(await failure(() => Response.json(refused, { status: 400 }))).toMatchObject({
    code: 'not_found',
    detail: 'store',
  })
  const wrong = { message: 'syntax error', code: '42601' }
  expect(await failure(() => Response.json(wrong, { status: 400 }))).toMatchObject({ kind: 'deterministic' })
  expect(await failure(() => new Response('', { status: 507 }))).toMatchObject({ kind: 'deterministic' })
})

test.for([
  ['two requests that disturbed each other', '40001', 4],
  ['a statement that ran into its time limit', '57014', 1],
] as const)('%s (%s): %i attempts, then 503', async ([, code, attempts]) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message: 'canceled', code }, { status: 400 })))
  const database = openDatabase({ url: 'postgresql://shop:secret@database.test/commerce', fetchEndpoint: undefined })
  const count = vi.fn()
  await expect(database.query('select 1', [], count)).rejects.toMatchObject({ code: 'database_unavailable' })
  expect(count).toHaveBeenCalledTimes(attempts)
})

test('attempts that take long are repeated only within ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('fetch', () => {
    vi.setSystemTime(Date.now() + 6000)
    return Promise.resolve(Response.json({ message: 'canceled', code: '40001' }, { status: 400 }))
  })
  const database = openDatabase({ url: 'postgresql://shop:secret@database.test/commerce', fetchEndpoint: undefined })
  const count = vi.fn()
  await expect(database.query('select 1', [], count)).rejects.toMatchObject({ code: 'database_unavailable' })
  expect(count).toHaveBeenCalledTimes(2)
})

test('a database that hangs is given up after the time limit, and each attempt says why', async () => {
  const hang = (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  vi.stubGlobal('fetch', hang)
  const url = 'postgresql://shop:secret@database.test/commerce'
  const database = openDatabase({ url, fetchEndpoint: undefined }, 200)
  const count = vi.fn()
  await expect(database.query('select 1', [], count)).rejects.toMatchObject({ code: 'database_unavailable' })
  expect(count.mock.calls).toMatchObject([[expect.any(Number), { reason: 'timed out' }]])
})

test.for([
  ['a wrong password', { message: "password authentication failed for user 'shop'" }, 400, 'login refused'],
  [
    'a login that was retired',
    { message: 'role "shop" is not permitted to log in', code: '28000' },
    400,
    'login refused',
  ],
  ['too many connections', { message: 'too many clients already', code: '53300' }, 400, 'too many connections'],
] as const)('%s is named as the cause', async ([, body, status, reason]) => {
  expect(await failure(() => Response.json(body, { status }))).toMatchObject({ kind: 'transient', reason })
})
