import { useState } from 'preact/hooks'
import { text } from '../language/language.ts'
import { addPicture, type ProductRow } from '../service/requests.ts'
import { Problem } from '../ui/problem.tsx'

type State = { readonly status?: 'uploading' | 'picture_added'; readonly error?: unknown }

/** The first picture of a product, and a way to put another one before it. */
export function PictureField({ product, added }: { readonly product: ProductRow; readonly added: () => void }) {
  const [{ status, error }, setState] = useState<State>({})
  const [image] = product.images
  const send = async (file: File | undefined) => {
    if (!file) return
    setState({ status: 'uploading' })
    try {
      await addPicture(product, file)
      setState({ status: 'picture_added' })
      added()
    } catch (failure) {
      setState({ error: failure })
    }
  }
  return (
    <>
      <label class="picture-field">
        {image ? (
          <img src={`${image.url}?w=100`} alt="" width="48" height="48" loading="lazy" />
        ) : (
          <span aria-hidden="true">+</span>
        )}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-label={text('add_picture', { product: product.title })}
          disabled={status === 'uploading'}
          onChange={({ currentTarget }) => void send(currentTarget.files?.[0])}
        />
      </label>
      <span role="status" class="visually-hidden">
        {status && text(status, { product: product.title })}
      </span>
      {error !== undefined && <Problem error={error} />}
    </>
  )
}
