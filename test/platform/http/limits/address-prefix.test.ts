import { expect, test } from 'vitest'
import { addressPrefix } from '../../../../src/platform/http/limits/address-prefix.ts'

const prefixes = (address: string | undefined) => ([64, 56, 48] as const).map((bits) => addressPrefix(address, bits))

test('an IPv6 address is in a /64, a /56 and a /48, in any notation', () => {
  const expected = ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']
  for (const address of [
    '2001:db8:1:2ff::1',
    '2001:DB8:1:2FF:ffff:eeee:dddd:cccc',
    '2001:0db8:0001:02ff:0000:0000:0000:0001',
    '2001:db8:1:2ff::192.0.2.1',
    '2001:db8:1:2ff:3:4:5::',
  ])
    expect(prefixes(address), address).toEqual(expected)
  expect(prefixes('::1')).toEqual(['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48'])
  expect(prefixes('2001:db8::1')).toEqual(['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'])
})

test('an IPv4 address is in a /32 and a /24, also if written as IPv6', () => {
  for (const address of ['192.0.2.77', '::ffff:192.0.2.77', '::FFFF:192.0.2.77'])
    expect(prefixes(address), address).toEqual(['192.0.2.77/32', '192.0.2.77/32', '192.0.2.0/24'])
})

test('invalid addresses all have the prefix "unknown"', () => {
  for (const address of [
    undefined,
    '',
    'unknown',
    '192.0.2',
    '192.0.2.999',
    '1.2.3.4.5',
    '::g',
    ':::',
    '[::1]',
    'a/b',
    '%',
  ])
    expect(prefixes(address), address).toEqual(['unknown', 'unknown', 'unknown'])
})
