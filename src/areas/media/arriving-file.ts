import { ServiceError } from '../../platform/errors/errors.ts'
import type { Uploader } from './find-uploader.ts'

const mebibyte = 1024 * 1024

// An isolate has 128 MB for everything.
const maxHeldBytes = 64 * mebibyte

/** What the files of one store, and those of one person, may take at once: as much as the largest picture. */
const maxShareBytes = 21 * mebibyte

const firstBytes = 64 * 1024

const arriving = new Set<ArrivingFile>()

/**
 * A file that is being received, and then stored. It takes memory only for what has arrived. If the files of all requests
 * together would take too much, a file of whoever has most gives way, so that large uploads cannot keep out small ones.
 */
export class ArrivingFile {
  readonly #uploader: Uploader
  #buffer = new Uint8Array()
  #length = 0
  #state: 'arriving' | 'complete' | 'gave_way' = 'arriving'

  private constructor(uploader: Uploader) {
    this.#uploader = uploader
  }

  /** Runs `work`, after which the file's memory is free again. */
  static async receive<Result>(uploader: Uploader, work: (file: ArrivingFile) => Promise<Result>): Promise<Result> {
    const file = new ArrivingFile(uploader)
    arriving.add(file)
    try {
      return await work(file)
    } finally {
      arriving.delete(file)
    }
  }

  /** Bytes of memory. */
  get held(): number {
    return this.#buffer.length
  }

  /** `maxBytes`: how many the file can have at most. */
  add(part: Uint8Array, maxBytes: number): void {
    this.#expectRoom()
    const length = this.#length + part.length
    if (length > this.#buffer.length)
      this.#grow(Math.max(length, Math.min(maxBytes, Math.max(firstBytes, this.#buffer.length * 2))))
    this.#buffer.set(part, this.#length)
    this.#length = length
  }

  /** The whole file, which gives way to no other any more. */
  complete(): Uint8Array {
    this.#expectRoom()
    this.#state = 'complete'
    return this.#buffer.subarray(0, this.#length)
  }

  #expectRoom(): void {
    if (this.#state === 'gave_way') throw tooMany('Too many files are being uploaded at once.')
  }

  #grow(bytes: number): void {
    const more = bytes - this.#buffer.length
    for (const [whose, detail] of shares) if (this.#share(whose) + more > maxShareBytes) throw tooMany(detail)
    while (heldBy([...arriving]) + more > maxHeldBytes) this.#makeRoom(more)
    this.#buffer = new Uint8Array(this.#buffer.buffer.transfer(bytes))
  }

  /** Takes their largest file from whoever has most, if that is more than this file's person would have. */
  #makeRoom(more: number): void {
    const [first] = [...arriving]
      .filter((file) => file.#state === 'arriving' && file !== this)
      .map((file) => ({ file, ofPerson: file.#share('person') }))
      .toSorted((a, b) => b.ofPerson - a.ofPerson || b.file.held - a.file.held)
    if (!first || first.ofPerson <= this.#share('person') + more)
      throw tooMany('Too many files are being uploaded at once.')
    first.file.#state = 'gave_way'
    first.file.#buffer = new Uint8Array()
  }

  /** What the files of the same store or person take. */
  #share(whose: keyof Uploader): number {
    return heldBy([...arriving].filter((file) => file.#uploader[whose] === this.#uploader[whose]))
  }
}

const heldBy = (files: readonly ArrivingFile[]): number => files.reduce((sum, { held }) => sum + held, 0)

const shares = [
  ['store', 'Your store is uploading too many files at once.'],
  ['person', 'You are uploading too many files at once.'],
] as const

const tooMany = (detail: string) =>
  new ServiceError('rate_limited', `${detail} Send this one again when others are done.`, { retryAfter: 1 })
