import type { Json } from './json.ts'

const text = { type: 'string' }

const header = (name: string, description: string, schema: Json = text): Json => ({
  name,
  in: 'header',
  description,
  schema,
})

/** Headers of requests, under components.parameters. */
export const requestHeaders: Json = {
  StoreId: header(
    'X-Store-Id',
    'Selects one of your stores by its id or slug. Slugs that the store had before work, too. Without it, lists cover all of your stores; requests about a single store need it if you belong to several.',
    text,
  ),
  RequestId: header('X-Request-Id', 'Your own id for the request, for support. Default: a random one.', {
    ...text,
    pattern: '^[A-Za-z0-9._-]{1,128}$',
  }),
  IdempotencyKey: header(
    'Idempotency-Key',
    'For at least 24 hours, the same key with the same request returns the first response again. Use a new random key per action, and the same key for its retries.',
    { ...text, minLength: 1, maxLength: 257 },
  ),
  AcceptLanguage: header(
    'Accept-Language',
    "The languages of the person who reads the answer, such as `ar-KW`. Problems and a shopper's `discount_refused` are in English (default) or Arabic. With an API key they are in English.",
  ),
  IfMatch: header('If-Match', 'The ETag that you read. If the resource has changed since, the request fails.', text),
  IfNoneMatch: header('If-None-Match', 'The ETag that you have. If it is still current, the response is 304.', text),
}

const reply = (description: string, schema: Json = text): Json => ({ description, schema })

/** Headers of responses, under components.headers. */
export const responseHeaders: Json = {
  RequestId: reply('Your X-Request-Id, or a random id'),
  ETag: reply(
    'Version of the resource, such as `"v3"`, to send as If-Match. For anything without a version, a weak ETag of the content. Send either as If-None-Match',
  ),
  Location: reply('URL of the resource', { ...text, format: 'uri-reference' }),
  IdempotentReplayed: reply('Only on a replay: the response to the first request with this Idempotency-Key', {
    const: 'true',
  }),
  RetryAfter: reply('Seconds to wait before the next attempt', { type: 'integer' }),
  RateLimitPolicy: reply('The limit that applies: requests (q) per window of seconds (w)'),
  Authenticate: reply('Why the credentials were refused (RFC 6750)'),
  CacheControl: reply('How long caches may store the response'),
  Age: reply('Seconds since the response was created', { type: 'integer' }),
  ContentDisposition: reply('Name of the file'),
  Deprecation: reply('Since when the operation is deprecated (RFC 9745)'),
  Sunset: reply('When the operation will be removed (RFC 8594)'),
}

const names: Readonly<Record<string, string>> = {
  RequestId: 'X-Request-Id',
  IdempotentReplayed: 'Idempotent-Replayed',
  RetryAfter: 'Retry-After',
  RateLimitPolicy: 'RateLimit-Policy',
  Authenticate: 'WWW-Authenticate',
  CacheControl: 'Cache-Control',
  ContentDisposition: 'Content-Disposition',
}

/** The headers of a response, by their names on the wire. */
export const headersNamed = (components: readonly string[]): Json =>
  Object.fromEntries(components.map((name) => [names[name] ?? name, { $ref: `#/components/headers/${name}` }]))
