import { env, exports } from 'cloudflare:workers'
import { test, expect } from 'vitest'
test('x', async () => { expect(env.PROBE).toBe('hello'); const r = await exports.default.fetch('http://x/'); expect(await r.text()).toBe('ok'); const r2 = await fetch('http://127.0.0.1:1/').catch(String); console.log(r2) })
