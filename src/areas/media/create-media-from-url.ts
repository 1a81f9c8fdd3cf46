import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { ArrivingFile } from './arriving-file.ts'
import { bucketOf } from './picture-bucket.ts'
import { fetchFile } from './fetch-file.ts'
import { findUploader } from './find-uploader.ts'
import { openImage } from './image.ts'
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
  async (context, { url }) => {
    const { deployment } = context.caller
    bucketOf(deployment)
    return ArrivingFile.receive(await findUploader(context.caller, {}), async (file) =>
      storeImage(context, await openImage(await fetchFile(file, url, deployment.publicUrl))),
    )
  },
)
