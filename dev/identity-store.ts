import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; expires: number }

/** The identity provider's in-memory store: sessions, pending sign-ins, codes and grants. */
export function createIdentityStore() {
  const entries = new Map<string, Entry>()

  return (kind: string): Adapter => {
    const key = (id: string) => `${kind}:${id}`

    function live(at: string): AdapterPayload | undefined {
      const entry = entries.get(at)
      if (!entry || entry.expires > Date.now()) return entry?.payload
      entries.delete(at)
      return undefined
    }

    function findBy(field: 'uid' | 'userCode', value: string) {
      for (const at of entries.keys()) {
        const payload = at.startsWith(`${kind}:`) ? live(at) : undefined
        if (payload?.[field] === value) return payload
      }
      return undefined
    }

    return {
      async upsert(id, payload, expiresIn) {
        entries.set(key(id), { payload, expires: expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1000 })
      },
      find: async (id) => live(key(id)),
      findByUid: async (uid) => findBy('uid', uid),
      findByUserCode: async (userCode) => findBy('userCode', userCode),
      async consume(id) {
        const payload = live(key(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(key(id))
      },
      async revokeByGrantId(grantId) {
        // Only entries of this kind: a pending sign-in also refers to a grant, and must outlive it when the user changes.
        for (const [at, { payload }] of entries)
          if (at.startsWith(`${kind}:`) && payload.grantId === grantId) entries.delete(at)
      },
    }
  }
}
