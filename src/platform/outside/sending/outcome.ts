/** How an attempt to send something ended. `receipt`: what the receiver returned, such as its own id of a message. */
export type Outcome<Receipt, Code extends string = string> =
  | { readonly kind: 'sent'; readonly receipt: Receipt }
  | ({ readonly kind: 'failed'; readonly receipt?: Receipt } & Failure<Code>)
  | ({
      readonly kind: 'retry'
      readonly receipt?: Receipt
      readonly minPauseSeconds?: number | undefined
    } & Failure<Code>)

export type Failure<Code extends string = string> = { readonly code: Code; readonly reason: string }

/** What to record of an attempt. */
export type Settlement<Receipt> =
  | { readonly kind: 'sent'; readonly receipt: Receipt }
  | ({ readonly kind: 'failed'; readonly receipt?: Receipt } & Failure)
  | ({ readonly kind: 'retry'; readonly receipt?: Receipt; readonly pauseSeconds: number } & Failure)
