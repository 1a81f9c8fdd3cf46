/** A role that a Worker connects as: a member of a group, which has the rights. */
export type Login = { readonly name: string; readonly password: string }

export type Logins = {
  /** Of app_rw: what answers requests. */
  readonly app?: Login | undefined
  /** Of app_jobs: what the crons run. */
  readonly jobs?: Login | undefined
  /** Names of logins that end. */
  readonly retired?: readonly string[]
}

/** What the Worker connects as where everything runs on one machine. */
export const localLogins = {
  app: { name: 'commerce_app', password: 'commerce_app' },
  jobs: { name: 'commerce_jobs', password: 'commerce_jobs' },
  // A server of before there were groups had it for a login.
  retired: ['app_rw'],
} as const satisfies Logins

/** The connection string of a login in the owner's database. */
export const urlOf = (ownerUrl: string, { name, password }: Login): string =>
  Object.assign(new URL(ownerUrl), { username: name, password: encodeURIComponent(password) }).href

/** The logins that the Worker's own variables name. Throws where one is not usable, without saying what is in it. */
export function readLogins(environment: Readonly<Record<string, string | undefined>>): Logins {
  if (environment['APP_PASSWORD'])
    throw new Error(
      'APP_PASSWORD is no longer used. Set DATABASE_URL to the connection string of a login of its own (README, "Deploy").',
    )
  return {
    app: readLogin(environment, 'DATABASE_URL'),
    jobs: readLogin(environment, 'JOBS_DATABASE_URL'),
    retired: (environment['RETIRE_LOGINS'] ?? '').split(',').flatMap((name) => name.trim() || []),
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
