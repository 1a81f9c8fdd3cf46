/** A role that a Worker connects as. It gets its privileges from the group it is a member of. */
export type Login = { readonly name: string; readonly password: string }

export type Logins = {
  /** The login for requests, a member of app_rw. */
  readonly app?: Login | undefined
  /** The login for crons, a member of app_jobs. */
  readonly jobs?: Login | undefined
  /** Names of logins to retire. */
  readonly retired?: readonly string[]
  /** Retires them even while something is connected with them, such as after a leak. */
  readonly disconnects?: boolean
}

/** The logins of the local stack. */
export const localLogins = {
  app: { name: 'commerce_app', password: 'commerce_app' },
  jobs: { name: 'commerce_jobs', password: 'commerce_jobs' },
} as const satisfies Logins

/** The connection string for a login in the owner's database. */
export const urlOf = (ownerUrl: string, { name, password }: Login): string =>
  Object.assign(new URL(ownerUrl), { username: name, password: encodeURIComponent(password) }).href

/** Reads the logins from the Worker's variables. Throws if one is invalid, without revealing its value. */
export function readLogins(environment: Readonly<Record<string, string | undefined>>): Logins {
  return {
    app: readLogin(environment, 'DATABASE_URL'),
    jobs: readLogin(environment, 'JOBS_DATABASE_URL'),
    retired: (environment['RETIRE_LOGINS'] ?? '').split(',').flatMap((name) => name.trim() || []),
    disconnects: environment['RETIRE_CONNECTED'] === '1',
  }
}

function readLogin(environment: Readonly<Record<string, string | undefined>>, variable: string): Login | undefined {
  const value = environment[variable]
  if (!value) return undefined
  const url = URL.parse(value)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.username || !url.password)
    throw new Error(`${variable} must be postgres://<name>:<password>@<host>/<database>.`)
  const name = decodeURIComponent(url.username)
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name))
    throw new Error(`The name in ${variable} must be lower-case letters, digits and underscores.`)
  return { name, password: decodeURIComponent(url.password) }
}
