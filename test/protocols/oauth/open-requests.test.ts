import { describe, expect, test } from 'vitest'
import { denyConnection } from '../../../src/areas/connections/deny-connection.ts'
import { getPendingAuthorization } from '../../../src/areas/connections/get-pending-authorization.ts'
import { type Service, service } from '../../support/service.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { form, handleIn, newBrowser, newClient, person, pkce, uniqueAddress } from './oauth-client.ts'

/** Returns a function that starts requests of one client from an address. */
async function requestOpener(through: Service = service()) {
  const query = form({
    response_type: 'code',
    client_id: (await newClient({}, through)).client_id,
    code_challenge: (await pkce()).challenge,
    code_challenge_method: 'S256',
  })
  return (address?: string) =>
    through.fetch(`/api/oauth/authorize?${query}`, {
      headers: address === undefined ? {} : { 'CF-Connecting-IP': address },
    })
}

/** Adds `count` more requests from the address of an existing one. */
const openMore = (sql: Scratch['sql'], request: string, count: number) => sql`
  insert into oauth_pending (handle_hash, client, redirect_uri, challenge, scopes, resource, issuer, expires_at, begun_from, begun_network)
  select sha256(convert_to(gen_random_uuid()::text, 'UTF8')), p.client, p.redirect_uri, p.challenge, p.scopes, p.resource, p.issuer,
         p.expires_at, p.begun_from, p.begun_network
    from oauth_pending p, generate_series(1, ${count}) where p.handle_hash = sha256(convert_to(${request}, 'UTF8'))`

describe('one address', () => {
  test('may have 100 open requests; the next one gets a 429 page, and other networks are unaffected', async () => {
    const open = await requestOpener()
    const address = '2001:db8:77:1:a:b:c:d'
    const request = handleIn(await open(address))
    await openMore(asOwner, request, 98)
    handleIn(await open('2001:db8:77:1::9'))
    const refused = await open(address)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Location')).toBeNull()
    expect(refused.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(refused.body).toContain('Too many connection requests from your network are waiting for an answer.')
    const wait = Number(refused.headers.get('Retry-After'))
    expect(wait).toBeGreaterThan(1700)
    expect(wait).toBeLessThanOrEqual(1800)
    handleIn(await open('2001:db8:77:2::1'))
  })

  test('may open another request once one was answered or has expired', async () => {
    const { owner } = await openShop()
    const open = await requestOpener()
    const address = uniqueAddress()
    const [first, second] = [handleIn(await open(address)), handleIn(await open(address))]
    await openMore(asOwner, first, 98)
    expect((await open(address)).status).toBe(429)
    const handle = { request: first, browser: newBrowser() }
    await getPendingAuthorization(person(owner), handle)
    await denyConnection(person(owner), handle)
    handleIn(await open(address))
    expect((await open(address)).status).toBe(429)
    await asOwner`update oauth_pending set expires_at = now() where handle_hash = sha256(convert_to(${second}, 'UTF8'))`
    handleIn(await open(address))
  })

  test('cannot get past its limit with parallel requests', async () => {
    const { sql, service: scratch } = await openScratch()
    const open = await requestOpener(scratch())
    const address = uniqueAddress()
    await openMore(sql, handleIn(await open(address)), 94)
    // Block inserts for a moment, so that all requests have counted before one can finish.
    const locked = sql.transaction([sql`lock table oauth_pending in share mode`, sql`select pg_sleep(0.5)`])
    await new Promise((resolve) => setTimeout(resolve, 100))
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(address)))
    await locked
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('is stored only as a hash, and callers without a known address share no limit', async () => {
    const open = await requestOpener()
    const address = uniqueAddress()
    const request = handleIn(await open(address))
    const [kept] = await asOwner`select * from oauth_pending where handle_hash = sha256(convert_to(${request}, 'UTF8'))`
    expect(kept?.['begun_from']).toMatch(/^[0-9a-f]{64}$/)
    expect(kept?.['begun_network']).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(kept)).not.toContain(address.slice(0, 15))
    const unknown = handleIn(await open())
    await openMore(asOwner, unknown, 120)
    handleIn(await open())
  })

  test.for([
    ['2001:db8:90:1::1', '2001:db8:90:2::1', '2001:db8:91:1::1'],
    ['192.0.2.1', '192.0.2.77', '192.0.3.1'],
  ] as const)('counts as one network with its neighbours: %s and %s, but not %s', async (addresses) => {
    const open = await requestOpener()
    const kept = []
    for (const address of addresses) {
      const [row] = await asOwner`select begun_from, begun_network from oauth_pending
        where handle_hash = sha256(convert_to(${handleIn(await open(address))}, 'UTF8'))`
      kept.push(row)
    }
    const [one, neighbour, stranger] = kept
    expect(neighbour?.['begun_network']).toBe(one?.['begun_network'])
    expect(neighbour?.['begun_from']).not.toBe(one?.['begun_from'])
    expect(stranger?.['begun_network']).not.toBe(one?.['begun_network'])
  })
})

describe('20,000 open requests', () => {
  test('evict requests of the flooding network only', async () => {
    const { sql, service: scratch } = await openScratch()
    const open = await requestOpener(scratch())
    const early = handleIn(await open('203.0.113.9'))
    const elsewhere = handleIn(await open(uniqueAddress()))
    const signedIn = handleIn(await open('198.51.100.1'))
    const flooding = handleIn(await open('198.51.100.2'))
    await sql`update oauth_pending set created_at = now() - interval '5 minutes'`
    await sql`update oauth_pending set user_id = gen_random_uuid() where handle_hash = sha256(convert_to(${signedIn}, 'UTF8'))`
    await openMore(sql, flooding, 19_996)
    const next = handleIn(await open(uniqueAddress()))
    const [left] = await sql`select count(*)::int as open,
      count(*) filter (where handle_hash = any (array[sha256(convert_to(${early}, 'UTF8')), sha256(convert_to(${elsewhere}, 'UTF8')),
        sha256(convert_to(${signedIn}, 'UTF8')), sha256(convert_to(${next}, 'UTF8'))]))::int as others
      from oauth_pending`
    expect(left).toEqual({ open: 19_001, others: 4 })
  })

  test('do not count if they have expired', async () => {
    const { sql, service: scratch } = await openScratch()
    const open = await requestOpener(scratch())
    await openMore(sql, handleIn(await open(uniqueAddress())), 20_000)
    await sql`update oauth_pending set expires_at = now()`
    handleIn(await open(uniqueAddress()))
    const [left] = await sql`select count(*)::int as kept from oauth_pending`
    expect(left).toEqual({ kept: 20_002 })
  })
})
