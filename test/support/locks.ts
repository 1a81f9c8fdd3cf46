import { asApp, asOwner } from './sql.ts'

/** Holds a lock until the condition is true. Rejects if that takes more than a minute. */
export const holding = (lock: ReturnType<typeof asOwner>, until: string) =>
  asOwner.transaction([
    lock,
    asOwner.query(`do $$ begin
      for turn in 1..3000 loop
        if ${until} then return; end if;
        perform pg_sleep(0.02);
      end loop;
      raise 'nobody did it while the lock was held';
    end $$`),
  ])

async function until(what: string, found: () => Promise<readonly unknown[]>) {
  for (let turn = 0; turn < 3000; turn++) {
    if ((await found()).length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(what)
}

/** Until the lock of the transaction with this application_name is held, if it sets its name and locks in one statement. */
export const isHeld = (holder: string) =>
  until('the lock was not taken', () => asApp`select from pg_stat_activity where application_name = ${holder}`)

/** Until a session waits for the transaction with this application_name. Ends that session if `end`. */
export const sessionBehind = (holder: string, { end = false } = {}) =>
  until(
    'nobody waited for the lock',
    () => asApp`
      select case when ${end} then pg_terminate_backend(l.pid) end
        from pg_locks l join pg_stat_activity a on a.application_name = ${holder}
       where not l.granted and a.pid = any (pg_blocking_pids(l.pid))`,
  )

/** Whether a session waits for the holder of the lock. */
export const isWaitedFor = `exists (select from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid)))`

/** Whether two sessions wait for the lock: one for its holder, the other perhaps for the first. */
export const twoWait = `2 <= (
  with recursive waiting(pid) as (
    select l.pid from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))
    union select l.pid from waiting w, pg_locks l where not l.granted and w.pid = any (pg_blocking_pids(l.pid)))
  select count(*) from waiting)`
