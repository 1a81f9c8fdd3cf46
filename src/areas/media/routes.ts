import * as z from 'zod'
import { lengthOf } from '../../platform/outside/read-limited.ts'
import { ServiceError } from '../../platform/errors/errors.ts'
import { ClientDisconnected } from '../../platform/http/bodies/read-body.ts'
import { type Handler, routes, type CallerContext } from '../../platform/http/routes/routes.ts'
import { jsonReply } from '../../platform/http/standard-headers.ts'
import { ArrivingFile } from './arriving-file.ts'
import { bucketOf } from './picture-bucket.ts'
import { createMediaFromUrl } from './create-media-from-url.ts'
import { createMedia } from './create-media.ts'
import { deleteMedia } from './delete-media.ts'
import { findUploader } from './find-uploader.ts'
import { getMedia } from './get-media.ts'
import { maxFileBytes, openImage } from './image.ts'
import { listMedia } from './list-media.ts'
import { fileIn } from './multipart.ts'
import { leastSpeed, readBytes, TooSlow } from './read-bytes.ts'

// Boundaries and headers of a multipart body.
const maxBodyBytes = maxFileBytes + 16 * 1024

// For the whole body.
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
    return ArrivingFile.receive(await findUploader(caller, {}), async (file) => {
      const { type, bytes } = await readFile(c, file, length)
      if (bytes.length > maxFileBytes) throw tooLarge()
      const media = await createMedia(caller, { image: await openImage(bytes, type) })
      return jsonReply(c, media, 201, { Location: `/api/media/${media.id}` })
    })
  },
}

const tooLarge = () =>
  new ServiceError('payload_too_large', `A file must be at most ${maxFileBytes} bytes.`, { arabic: null })

const tooSlow = () =>
  new ServiceError(
    'request_timeout',
    `The file arrived too slowly. All of it must arrive within ${timeoutMs / 1000} seconds, and at least ${leastSpeed.bytes / 1024} KB in any ${leastSpeed.seconds} seconds. Send it again over a faster connection, or send a smaller one.`,
    { arabic: null },
  )

/** The file in a multipart body, or the body itself. */
async function readFile({ req }: CallerContext, file: ArrivingFile, length: number | null) {
  const bytes = await readBytes(file, req.raw.body, {
    maxBytes: maxBodyBytes,
    length,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw error instanceof TooSlow ? tooSlow() : error instanceof ServiceError ? error : new ClientDisconnected(error)
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
