/**
 * How long work takes: the fastest of three runs, because a busy machine makes some slower. The clock of workerd only advances
 * when a request or timer completes.
 */
export async function elapsedMs(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    await scheduler.wait(1)
    const started = performance.now()
    await work()
    await scheduler.wait(1)
    times.push(performance.now() - started)
  }
  return Math.min(...times)
}
