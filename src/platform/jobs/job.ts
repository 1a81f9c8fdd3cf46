/** What a cron does: `run` returns how many rows it changed. */
export type Job = {
  readonly name: string
  /** What the log says when it changed something, with the name of the count. */
  readonly done: readonly [message: string, count: string]
  readonly run: () => Promise<number>
}

/** A job that did some of its work. `stores`: where known, those that failed; the others went on. */
export class JobFailed extends Error {
  readonly done: number
  readonly stores: ReadonlyMap<string, unknown>

  constructor(done: number, stores: ReadonlyMap<string, unknown>) {
    super('job failed')
    this.done = done
    this.stores = stores
  }
}
