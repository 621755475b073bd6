import type { Client } from "pg"
import { measureInterleaved } from "../interleave"
import { median } from "../median"
import { dataSetId, nameCopied } from "./stored-points"

/** Ten years, of which the data fill a part: partitions that are empty are planned too. */
const monthCount = 120

const monthly = nameCopied("data_point_by_month")
const whole = nameCopied("data_point")

const createMonths = `
  create table ${monthly} (like ${whole} including defaults) partition by range (time_stamp);
  create index on ${monthly} (in_data_set_id, time_stamp, row_id);
  create index on ${monthly} (in_data_set_id, row_id);
  do $$ begin
    for month in 0 .. ${monthCount - 1} loop
      execute format('create table replica.%I partition of ${monthly} for values from (%L) to (%L)',
        'data_point_month_' || month, timestamptz '2024-01-01Z' + make_interval(months => month),
        timestamptz '2024-01-01Z' + make_interval(months => month + 1));
    end loop;
  end $$;
  insert into ${monthly} overriding system value select * from ${whole};
  analyze ${monthly}`

const pageOf = (table: string) => `
  select time_stamp, row_id, label, value, department_id from ${table}
  where in_data_set_id = $1 and (time_stamp, row_id) > ($2, 0)
  order by time_stamp, row_id limit 1000`

const dayOf = (table: string) => `
  select label, sum(value) from ${table}
  where in_data_set_id = $1 and time_stamp >= $2 and time_stamp < $2::timestamptz + interval '1 day' group by label`

const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** One month of the table, by which retention goes: removed row by row and cleared, or as a partition. */
async function measureRemoval(client: Client) {
  const byRow = await timed(async () => {
    await client.query(
      `delete from ${whole} where in_data_set_id = $1 and time_stamp < '2024-02-01Z'`,
      [dataSetId],
    )
    await client.query(`vacuum ${whole}`)
  })
  const asPartition = await timed(() => client.query("drop table replica.data_point_month_0"))
  return { byRow, asPartition }
}

/** What the table costs as it is, beside one with a partition for each of 120 months, in milliseconds; removes the first month of both. */
export async function measureMonths(client: Client, rounds: number) {
  await client.query(createMonths)
  const moment = "2024-09-15T00:00:00Z"
  const ask = (name: string, text: string) => () =>
    timed(() => client.query({ name, text, values: [dataSetId, moment] }))
  const taken = await measureInterleaved(
    {
      page: ask("page", pageOf(whole)),
      pageOfMonths: ask("page of months", pageOf(monthly)),
      day: ask("day", dayOf(whole)),
      dayOfMonths: ask("day of months", dayOf(monthly)),
    },
    rounds,
  )
  const { byRow, asPartition } = await measureRemoval(client)
  return {
    page: [median(taken.page), median(taken.pageOfMonths)],
    day: [median(taken.day), median(taken.dayOfMonths)],
    removal: [byRow, asPartition],
  } as const
}
