/** What the service uses of Cloudflare R2. */
export type Bucket = {
  readonly put: (key: string, value: ReadableStream, options: PutOptions) => Promise<unknown>
  readonly delete: (keys: string[]) => Promise<void>
  readonly get: (key: string) => Promise<StoredFile | null>
}

type PutOptions = {
  readonly httpMetadata: { readonly contentType: string; readonly cacheControl: string }
  /** R2 refuses a file that does not have this hash, such as one that arrived incomplete. */
  readonly sha256: string
}

type StoredFile = {
  readonly body: ReadableStream
  readonly size: number
  readonly httpEtag: string
  readonly httpMetadata?: { readonly contentType?: string }
}
