import pg from 'pg'
import { inject } from 'vitest'
import { users } from '../../dev/stack/identity/users.ts'

/** Makes a person's sessions 16 minutes older, so that they no longer count as recent. */
export async function ageSessions(email: string): Promise<void> {
  const { ownerUrl, issuer } = inject('stack')
  const database = new pg.Client({ connectionString: ownerUrl })
  await database.connect()
  try {
    await database.query(
      `update web_sessions
          set auth_time = auth_time - interval '16 minutes', created_at = created_at - interval '16 minutes'
        where user_id = app.user_id($1, $2)`,
      [issuer, users.find((user) => user.email === email)?.sub],
    )
  } finally {
    await database.end()
  }
}
