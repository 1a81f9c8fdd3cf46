import type { TestProject } from 'vitest/node'
import { startJwksServer, type JwksServer } from './jwks-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    probe: string
    identity: JwksServer['bindings']
  }
}

export default async function setup(project: TestProject) {
  const jwksServer = await startJwksServer()
  project.provide('probe', 'hello')
  project.provide('identity', jwksServer.bindings)
  return jwksServer.close
}
