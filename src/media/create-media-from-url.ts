import * as z from 'zod'
import { operation } from '../operation.ts'
import { bucketOf } from './bucket.ts'
import { fetchFile } from './fetch-file.ts'
import { holding } from './holding.ts'
import { maxFileBytes, openImage } from './image.ts'
import { Media, uploadRefusals } from './media.ts'
import { storeImage } from './store-image.ts'

/** Copies a picture from another site. */
export const createMediaFromUrl = operation(
  {
    name: 'create_media_from_url',
    scope: 'catalog:write',
    input: z.strictObject({
      url: z
        .url({ protocol: /^https?$/ })
        .max(1024)
        .describe('A public https address'),
    }),
    output: Media,
    refusals: uploadRefusals,
  },
  (context, { url }) => {
    const { deployment } = context.caller
    bucketOf(deployment)
    return holding(maxFileBytes, async () =>
      storeImage(context, await openImage(await fetchFile(url, deployment.publicUrl))),
    )
  },
)
