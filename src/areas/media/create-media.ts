import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import type { Image } from './image.ts'
import { Media, uploadRefusals } from './media.ts'
import { storeImage } from './store-image.ts'

export const createMedia = operation(
  {
    name: 'create_media',
    scope: 'catalog:write',
    input: z.object({ image: z.custom<Image>() }),
    output: Media,
    refusals: uploadRefusals,
  },
  (context, { image }) => storeImage(context, image),
)
