/** message: from the customer. reply: to the customer. note: for members of the store only. */
export const messageKinds = ['message', 'reply', 'note'] as const
export const messageTypes = [
  'text',
  'image',
  'audio',
  'video',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'postback',
  'reaction',
  'deleted',
  'unsupported',
] as const
export const replyStatuses = ['queued', 'sent', 'delivered', 'read', 'failed'] as const

export type Attachment = {
  type: string
  url?: string | undefined
  /** The provider's id of a file that can be downloaded only through its API. */
  media_id?: string | undefined
  mime_type?: string | undefined
  name?: string | undefined
}

/** A message as it was before it was edited or deleted. */
export type PreviousMessage = {
  type: (typeof messageTypes)[number]
  body: string
  attachments: Attachment[]
  /** When it was edited or deleted. */
  until: string
}

/** Of a message that was edited or deleted before it arrived, until it arrives (app.change_message). */
export type MissingOriginal = {
  is_missing: true
  /** Only that the message exists is known. */
  is_unread?: true
  /** Nothing of it may be kept. */
  is_erased?: true
  /** It waited for an answer before it was deleted. */
  was_counted?: true
}
