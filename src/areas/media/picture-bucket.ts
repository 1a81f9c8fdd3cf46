import type { Bucket } from '../../platform/outside/bucket.ts'
import type { Deployment } from '../../platform/operation/context.ts'
import { ServiceError } from '../../platform/errors/errors.ts'

export const cacheControl = 'public, max-age=31536000, immutable'

export function bucketOf({ media }: Deployment): Bucket {
  if (media.bucket !== null) return media.bucket
  throw new ServiceError(
    'not_configured',
    'This service cannot store files yet: its operator has to create a bucket and bind it as MEDIA (docs/deploy#pictures). URLs of pictures that are stored elsewhere still work.',
  )
}

export const storageUnavailable = (cause: unknown) =>
  new ServiceError(
    'storage_unavailable',
    'Files cannot be stored at the moment. Send the same request again; nothing is stored twice.',
    { retryAfter: 2, cause },
  )
