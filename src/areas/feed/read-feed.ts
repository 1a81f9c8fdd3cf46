import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../platform/operation/context.ts'
import { followIndexes, type ValueOf } from '../../platform/db/prepared.ts'
import { sizedQuery } from '../../platform/lists/sized.ts'
import { selection, typed } from '../../platform/db/selection.ts'
import { eventColumns } from '../events/event.ts'
import { beginningOf } from './feed-cursor.ts'

/** A request examines at most this many events of each store to find those of the requested types. */
const maxExamined = sql.raw('app.examined(10000)')

type Values = {
  /** JSON of `requestedAreas`. */
  readonly areas: string
  readonly after_xact: string
  readonly after_id: string
  /** Events at or after this day or time only. Both null: all events. */
  readonly from_day: string | null
  readonly from_time: string | null
  /** `partQueries`; null: without the resources. */
  readonly queries: string | null
  readonly subject_id: string | null
  /** One more than the response has. */
  readonly take: number
}

const selected = selection({
  /** Events before this transaction are all visible. */
  horizon: typed('text', sql<string>`events.horizon::text`),
  /** Where examining events ended before the response was full; null if it did not. */
  stopXact: typed('text', sql<string | null>`events.stop_xact::text`),
  stopId: typed('uuid', sql<string | null>`events.stop_id`),
  /** The last event that is visible, with `from`. */
  newestXact: typed('text', sql<string | null>`events.newest_xact::text`),
  newestId: typed('uuid', sql<string | null>`events.newest_id`),
  row: {
    ...eventColumns,
    xact: typed('text', sql<string>`events.xact::text`),
    /** The columns of the resource, for `readSnapshot`. */
    resource: typed('json', sql<(string | null)[] | null>`events.resource`),
  },
})

type Source = {
  /** Further columns of the stores s. */
  readonly facts: (value: ValueOf<Values>) => SQL
  /** Events of the store s beyond the place that the condition `after` describes. */
  readonly events: (value: ValueOf<Values>, after: SQL) => SQL
  /** Whether events of the store s are examined only up to the limit. */
  readonly isBounded: SQL
}

const next = (after: SQL) =>
  sql`select * from events where store_id = s.id and ${after} order by xact, id limit ${maxExamined}`

const ofAllSubjects: Source = {
  facts: () => sql``,
  events: (_, after) => next(after),
  isBounded: sql`true`,
}

/** No index has the events of a subject in the order of the feed. It rarely has many: then they are found like any others. */
const ofOneSubject: Source = {
  facts: (value) => sql`, (select count(*) < ${maxExamined} from (
    select from events where store_id = k.id and subject_id = ${value('subject_id')} limit ${maxExamined}) as few) as is_few`,
  // OFFSET 0 keeps the planner from reading the whole store in the order of the feed.
  events: (value, after) => sql`
    select * from (select * from events where s.is_few and store_id = s.id and subject_id = ${value('subject_id')} offset 0) as few
     where ${after}
    union all
    select * from (select * from (${next(sql`not s.is_few and ${after}`)}) as examined where subject_id = ${value('subject_id')}) as many`,
  isBounded: sql`not s.is_few`,
}

type Start = {
  /** Further parts of the WITH clause, with the place of the newest event. */
  readonly parts: SQL
  readonly newest: SQL
  readonly place: (value: ValueOf<Values>) => SQL
}

const afterPlace: Start = {
  parts: sql``,
  newest: sql`(select null::xid8 as xact, null::uuid as id)`,
  place: (value) => sql`${value('after_xact')}::xid8, ${value('after_id')}::uuid`,
}

/**
 * Time and the order of the feed differ: a transaction that got its id first may record its events last. But an event of an
 * hour before was recorded in a transaction that began even earlier, and none runs for an hour: whatever is recorded from the
 * time on comes after it.
 */
const fromTime: Start = {
  parts: sql`, before as materialized (
          select one.xact from s cross join lateral (
            select xact from events where store_id = s.id and created_at < (select min(since) from s) - interval '1 hour'
            order by created_at desc, id desc limit 1) as one order by one.xact desc limit 1
        ), newest as materialized (
          select one.* from s cross join lateral (
            select xact, id from events where store_id = s.id and xact < s.horizon order by xact desc, id desc limit 1) as one
          order by one.xact desc, one.id desc limit 1
        )`,
  newest: sql`newest`,
  place: () => sql`coalesce((select before.xact from before), '0'::xid8), ${beginningOf('0').id}::uuid`,
}

/**
 * Events in the order of their transactions and then of their ids, oldest first. The order of ids alone would not do: an
 * event can become visible after one with a higher id. The events of a transaction become visible together. Before the
 * oldest transaction that is still running (the horizon), none becomes visible any more.
 */
const feed = ({ facts, events, isBounded }: Source, start: Start, resource: (value: ValueOf<Values>) => SQL) =>
  followIndexes(
    sizedQuery(selected, (value: ValueOf<Values>) => {
      const after = sql`xact < s.horizon and (xact, id) > (${start.place(value)})`
      return sql`from (
        with s as materialized (
          select k.* ${facts(value)},
                 coalesce(app.day_start(k.id, ${value('from_day')}::date), ${value('from_time')}::timestamptz, '-infinity') as since
            from app.event_stores(${value('areas')}::jsonb, ${value('after_xact')}::xid8) as k
        ) ${start.parts}, found as materialized (
          select one.* from s cross join lateral (
            select e.* from (${events(value, after)}) as e where e.type = any(s.types) and e.created_at >= s.since
            order by e.xact, e.id limit ${value('take')}) as one
        ), stop as (
          select last.xact, last.id from s
            left join (select store_id, count(*) as count from found group by store_id) as f on f.store_id = s.id
           cross join lateral (
            select xact, id from events where store_id = s.id and ${after}
            order by xact, id offset ${maxExamined} - 1 limit 1) as last
           where ${isBounded} and coalesce(f.count, 0) < ${value('take')}
           order by last.xact, last.id limit 1
        )
        select now.horizon, stop.xact as stop_xact, stop.id as stop_id, newest.xact as newest_xact, newest.id as newest_id, page.*,
               ${resource(value)} as resource
          from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) as now
          left join ${start.newest} as newest on true
          left join stop on true
          left join lateral (
            select * from found where stop.id is null or (found.xact, found.id) <= (stop.xact, stop.id)
            order by found.xact, found.id limit ${value('take')}) as page on true
      ) as events order by events.xact, events.id`
    }),
  )

const noResource = () => sql`null::json`
const currentResource = (value: ValueOf<Values>) =>
  sql`app.snapshot_of(${value('queries')}::jsonb, page.type, page.store_id, page.subject_id)`

const withAndWithoutResource = (source: Source, start: Start) => ({
  alone: feed(source, start, noResource),
  withResource: feed(source, start, currentResource),
})
const fromAnywhere = (source: Source) => ({
  afterPlace: withAndWithoutResource(source, afterPlace),
  fromTime: withAndWithoutResource(source, fromTime),
})
const feeds = { whole: fromAnywhere(ofAllSubjects), ofSubject: fromAnywhere(ofOneSubject) }

/** One round trip. `start`: `fromTime` starts at the day or time, and ignores the place. */
export function readFeed({ read }: Pick<Context, 'read'>, start: 'afterPlace' | 'fromTime', values: Values) {
  const { alone, withResource } = feeds[values.subject_id === null ? 'whole' : 'ofSubject'][start]
  return read(values.queries === null ? alone : withResource, values)
}
