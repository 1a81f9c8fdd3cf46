export { act } from './act.ts'
export { all } from './all.ts'
export { type Attempt, attempt } from './attempt.ts'
export { type ClientOptions, createClient } from './client.ts'
export { download, lines } from './download.ts'
export { follow, type FollowOptions } from './follow.ts'
export * from './generated/sdk.gen.ts'
export * from './generated/types.gen.ts'
export { ifMatch } from './if-match.ts'
export type { Call, Client } from './operation.ts'
export { type AnyProblem, type ErrorCode, ProblemError, UnexpectedResponseError } from './problem-error.ts'
export { type Reading, readIfChanged } from './read-if-changed.ts'
export type { RetryOptions } from './retry.ts'
export {
  verifyWebhook,
  type VerifyWebhookOptions,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts'
