/** How long work takes. The clock of workerd only advances when a request or timer completes. */
export async function elapsedMs(work: () => unknown): Promise<number> {
  await scheduler.wait(1)
  const started = performance.now()
  await work()
  await scheduler.wait(1)
  return performance.now() - started
}
