import * as z from 'zod'
import { ServiceError } from '../errors.ts'
import { ClientDisconnected } from '../http/read-body.ts'
import { type Handler, routes, type SessionContext } from '../http/routes.ts'
import { jsonReply } from '../http/standard-headers.ts'
import { bucketOf } from './bucket.ts'
import { createMediaFromUrl } from './create-media-from-url.ts'
import { createMedia } from './create-media.ts'
import { deleteMedia } from './delete-media.ts'
import { getMedia } from './get-media.ts'
import { holding } from './holding.ts'
import { maxFileBytes, openImage } from './image.ts'
import { listMedia } from './list-media.ts'
import { fileIn } from './multipart.ts'
import { Aborted, lengthOf, readBytes } from './read-bytes.ts'

// Boundaries and headers of a multipart body.
const maxBodyBytes = maxFileBytes + 16 * 1024

// For the whole body, so that a client that sends one byte a minute cannot hold a file in memory.
const timeoutMs = 60_000

const upload: Handler = {
  file: 'upload',
  operation: createMedia,
  scope: createMedia.scope,
  query: z.strictObject({}),
  async respond(c) {
    const { caller } = c.var
    bucketOf(caller.deployment)
    const length = lengthOf(c.req.raw.headers)
    if (length !== null && length > maxBodyBytes) throw tooLarge()
    return holding(Math.max(length ?? maxBodyBytes, 1024 * 1024), async () => {
      const { type, bytes } = await readFile(c, length)
      if (bytes.length > maxFileBytes) throw tooLarge()
      const media = await createMedia(caller, { image: await openImage(bytes, type) })
      return jsonReply(c, media, 201, { Location: `/api/media/${media.id}` })
    })
  },
}

const tooLarge = () => new ServiceError('payload_too_large', `A file must be at most ${maxFileBytes} bytes.`)

const tooSlow = () =>
  new ServiceError(
    'request_timeout',
    `The file did not arrive within ${timeoutMs / 1000} seconds. Send it again, or send a smaller one.`,
  )

/** The file in a multipart body, or the body itself. */
async function readFile({ req }: SessionContext, length: number | null) {
  const bytes = await readBytes(req.raw.body, {
    maxBytes: maxBodyBytes,
    length,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw error instanceof Aborted ? tooSlow() : new ClientDisconnected(error)
  })
  if (bytes === null) throw tooLarge()
  const header = req.header('Content-Type') ?? ''
  const type = header.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'multipart/form-data') return { type, bytes }
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(header)
  return fileIn(bytes, boundary?.[1] ?? boundary?.[2] ?? '')
}

export const mediaRoutes = routes('/api/media', [
  { get: '/', operation: listMedia },
  { post: '/', handler: upload },
  { post: '/from-url', operation: createMediaFromUrl, status: 201 },
  { get: '/:media_id', operation: getMedia },
  { delete: '/:media_id', operation: deleteMedia },
])
