import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; expires: number }

/** The identity provider's in-memory store: sessions, pending sign-ins, codes and grants. */
export function createIdentityStore() {
  const entries = new Map<string, Entry>()

  return (kind: string): Adapter => {
    const key = (id: string) => `${kind}:${id}`

    function findUnexpired(entryKey: string): AdapterPayload | undefined {
      const entry = entries.get(entryKey)
      if (!entry || entry.expires > Date.now()) return entry?.payload
      entries.delete(entryKey)
      return undefined
    }

    function findBy(field: 'uid' | 'userCode', value: string) {
      for (const entryKey of entries.keys()) {
        const payload = entryKey.startsWith(`${kind}:`) ? findUnexpired(entryKey) : undefined
        if (payload?.[field] === value) return payload
      }
      return undefined
    }

    return {
      async upsert(id, payload, expiresIn) {
        entries.set(key(id), { payload, expires: expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1000 })
      },
      find: async (id) => findUnexpired(key(id)),
      findByUid: async (uid) => findBy('uid', uid),
      findByUserCode: async (userCode) => findBy('userCode', userCode),
      async consume(id) {
        const payload = findUnexpired(key(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(key(id))
      },
      async revokeByGrantId(grantId) {
        // Only entries of this kind: a pending sign-in also refers to a grant, and must outlive it when the user changes.
        for (const [entryKey, { payload }] of entries)
          if (entryKey.startsWith(`${kind}:`) && payload.grantId === grantId) entries.delete(entryKey)
      },
    }
  }
}
