import recordedExamples from './examples.json' with { type: 'json' }
import { importExample, type ReadSample } from './import-examples.ts'
import type { Example } from './operation-object.ts'

const recorded: Readonly<Record<string, Example>> = recordedExamples

const authorization = {
  response_type: 'code',
  client_id: '0199b000-0000-7000-8000-000000000900',
  redirect_uri: 'https://assistant.example/callback',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'af0ifjsldkj',
  scope: 'orders:read',
}

/** Of operations that need a person in a browser, or a token that is used up. */
const written: Readonly<Record<string, Example>> = {
  authorize: { query: authorization },
  authorize_by_post: { request: authorization },
  issue_token: {
    request: {
      grant_type: 'authorization_code',
      code: 'mcs_ac_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE',
      redirect_uri: 'https://assistant.example/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      client_id: '0199b000-0000-7000-8000-000000000900',
    },
    response: {
      access_token: 'mcs_at_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE',
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: 'mcs_rt_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE',
      scope: 'orders:read',
    },
  },
  create_media_from_url: {
    request: { url: 'https://supplier.example/scarf.jpg' },
    response: {
      id: '0199b000-0000-7000-8000-000000000901',
      store_id: '0199b000-0000-7000-8000-000000000001',
      url: 'https://commerce.example.com/media/640ed093b7ea/3131e8cbb2624dea97dd84bcff32b1a3.jpg',
      content_type: 'image/jpeg',
      width: 1600,
      height: 1200,
      bytes: 214_003,
      unused_since: '2026-11-22T08:00:00.000Z',
      created_at: '2026-11-22T08:00:00.000Z',
    },
  },
  get_media_file: {
    path: { folder: '640ed093b7ea', file: '3131e8cbb2624dea97dd84bcff32b1a3.jpg' },
    query: { w: 400 },
  },
  revoke_oauth_token: {
    request: {
      token: 'mcs_rt_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE',
      client_id: '0199b000-0000-7000-8000-000000000900',
    },
  },
}

/** A request and its response: recorded by dev/examples/record-examples.ts, from docs/samples, or written by hand. */
export const examplesOf = (operationId: string, read: ReadSample): Example =>
  recorded[operationId] ?? importExample(operationId, read) ?? written[operationId] ?? {}
