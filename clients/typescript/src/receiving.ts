import type { Client, OperationRequest, Send } from './operation.ts'

/** The same client. Its successful responses, and those with status 304, are read by `receive`, unless it returns nothing. */
export function receiving(client: Client, receive: NonNullable<OperationRequest['receive']>): Client {
  const through =
    (send: Send): Send =>
    (request) =>
      send({ ...request, receive })
  return {
    get: through(client.get),
    post: through(client.post),
    patch: through(client.patch),
    put: through(client.put),
    delete: through(client.delete),
  }
}
