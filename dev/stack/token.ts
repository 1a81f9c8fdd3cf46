import { readSettings } from './settings.ts'
import { accessToken, ProviderUnreachable } from './identity/sign-in.ts'
import { users } from './identity/users.ts'

async function main(email: string | undefined): Promise<number> {
  const user = users.find((each) => each.email === email)
  if (!user) {
    const known = users.map((each) => `  ${each.email}`).join('\n')
    console.error(
      email ? `Unknown user ${email}. The users are:\n${known}` : `Usage: npm run -s token -- <email>\n${known}`,
    )
    return 1
  }
  try {
    const { issuer, cliRedirectUri } = readSettings(process.env)
    console.log(await accessToken({ issuer, redirectUri: cliRedirectUri, email: user.email }))
    return 0
  } catch (error) {
    if (error instanceof ProviderUnreachable) console.error(`${error.message}. Start it with npm run dev.`)
    else console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

process.exitCode = await main(process.argv[2])
