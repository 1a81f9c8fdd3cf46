import { describe, expect, test } from 'vitest'
import { problemKinds } from '../../../src/platform/http/problem.ts'
import { service } from '../../support/service.ts'
import { expectProblem } from '../../support/shop.ts'

const files = import.meta.glob('../../../docs/errors.md', { query: '?raw', import: 'default' })

const html = { headers: { Accept: 'text/html,application/xhtml+xml' } }

test('the page of errors explains each code once', async () => {
  const [page] = await Promise.all(Object.values(files).map((load) => load()))
  const codes = [...String(page).matchAll(/^## (\S+)$/gm)].map(([, code]) => code)
  expect(codes.length).toBeGreaterThan(50)
  expect(codes).toEqual([...new Set(codes)])
})

describe('the start page', () => {
  test('leads to the console in a browser', async () => {
    const { status, headers } = await service().fetch('/', html)
    expect([status, headers.get('Location'), headers.get('Vary')]).toEqual([302, '/console', 'Accept'])
  })

  test.for<[string, RequestInit]>([
    ['JSON', { headers: { Accept: 'application/json' } }],
    ['anything', {}],
  ])('is JSON for clients that ask for %s', async ([, init]) => {
    expect((await service().fetch('/', init)).body).toMatchObject({
      console: '/console',
      quick_start: '/docs/quick-start',
      docs: '/docs',
      openapi: '/openapi.json',
    })
  })
})

describe('the reference', () => {
  test('may only connect to the service and the provider that people sign in with', async () => {
    const signIn = { issuer: 'https://login.example.com/tenant', client_id: 'docs' }
    const open = (variables: Record<string, unknown>) => service(undefined, { ASSETS: {}, ...variables }).fetch('/docs')
    const policyOf = async (variables: Record<string, unknown>) =>
      (await open(variables)).headers.get('Content-Security-Policy') ?? ''
    expect(await policyOf({})).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(await policyOf({})).toContain("connect-src 'self';")
    expect(await policyOf({ DOCS_SIGN_IN: JSON.stringify(signIn) })).toContain(
      "connect-src 'self' https://login.example.com;",
    )
    const { body } = await open({ DOCS_SIGN_IN: JSON.stringify({ ...signIn, client_id: '</script><b>' }) })
    expect(body).not.toContain('<b>')
  })

  test('is not there if nobody serves its scripts', async () => {
    expectProblem(await service(undefined, { ASSETS: undefined }).fetch('/docs', html), 404, 'not_found')
  })
})

test('every error code has a section with its status in the guide', async () => {
  const errorsGuide = String(await Object.values(files)[0]?.())
  const sections = new Map(
    errorsGuide
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
  )
  expect([...sections.keys()].toSorted()).toEqual(Object.keys(problemKinds).toSorted())
  for (const [code, { status }] of Object.entries(problemKinds)) expect(sections.get(code)).toContain(`**${status}.**`)
})
