import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { areaApp } from '../../../src/platform/http/base-app.ts'
import { routes } from '../../../src/platform/http/routes/routes.ts'
import { listStores } from '../../../src/areas/stores/list-stores.ts'
import { service } from '../../support/service.ts'

const Contract = z.looseObject({ openapi: z.literal('3.1.1'), paths: z.record(z.string(), z.unknown()) })

describe('the contract', () => {
  test('is public, for any origin, and caches may store it', async () => {
    const answer = await service().fetch('/openapi.json', { headers: { Origin: 'https://app.example' } })
    expect(answer.status).toBe(200)
    expect(Contract.parse(answer.body).paths).toHaveProperty(['/api/orders'])
    expect(answer.headers.get('Content-Type')).toBe('application/json')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Cache-Control')).toContain('public')
    const etag = answer.headers.get('ETag') ?? ''
    const again = await service().fetch('/openapi.json', { headers: { 'If-None-Match': etag } })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  test('announces the removal of a deprecated route, also in a refusal', async () => {
    const deprecated = { since: '2026-12-01', sunset: '2027-06-01' }
    const app = areaApp(
      (_c, next) => next(),
      routes('/api/old', [
        { get: '/', operation: listStores, deprecated },
        { get: '/kept', operation: listStores },
      ]),
    )
    const old = await app.request('/api/old', {}, {})
    expect(old.status).toBeGreaterThanOrEqual(400)
    expect(old.headers.get('Deprecation')).toBe('@1796083200')
    expect(old.headers.get('Sunset')).toBe('Tue, 01 Jun 2027 00:00:00 GMT')
    expect((await app.request('/api/old/kept', {}, {})).headers.get('Sunset')).toBeNull()
  })
})
