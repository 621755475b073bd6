/** The tables of the shared answers and the statements on them, for one schema. */
export interface AnswerTables {
  readonly answer: string
  readonly claim: string
  readonly tag: string
}

const left = (column: string) => `extract(epoch from ${column} - clock.now)::float8 * 1000`

/**
 * $1 key, $2 tag, $3 accepts stale, $4 stored within ms or null, $5 claimed key, $6 claim, $7 its ms. A
 * claim holds a moment longer than its answer takes to be seen, so that whoever gets one has seen every
 * answer before it.
 */
export const openAnswer = ({ answer, claim, tag }: AnswerTables) => `
  with clock as materialized (select clock_timestamp() as now),
  current as materialized (select generation from ${tag} where tag = $2),
  found as materialized (
    select body, as_of, ${left("fresh_until")} as fresh_ms, ${left("stale_until")} as stale_ms,
      ${left("kept_until")} as kept_ms,
      case when $3 then stale_until else fresh_until end > clock.now
        and ($4::float8 is null or stored_at >= clock.now - $4 * interval '1 ms') as acceptable
    from ${answer} join current using (generation) cross join clock
    where key = $1 and kept_until > clock.now
  ),
  claimed as (
    insert into ${claim} as held (key, id, generation, until)
    select $5, $6::uuid, generation, now + $7::float8 * interval '1 ms' from current, clock
    where not exists (select 1 from found where acceptable)
    on conflict (key) do update
    set id = excluded.id, generation = excluded.generation, until = excluded.until
    where held.until <= clock_timestamp() or held.id = excluded.id
      or held.generation <> excluded.generation
    returning 1
  )
  select current.generation, exists (select 1 from claimed) as claimed, found.*
  from current left join found on true`

/** $1 tag. */
export const startTag = ({ tag }: AnswerTables) =>
  `insert into ${tag} (tag, generation) values ($1, gen_random_uuid()) on conflict do nothing`

/** $1 key, $2 tag, $3 generation, $4 body, $5 bytes, $6 as of, $7 to $9 ms left, $10 claimed key, $11 claim, $12 ms that it goes on to hold. */
export const putAnswer = ({ answer, claim, tag }: AnswerTables) => `
  with clock as materialized (select clock_timestamp() as now),
  stored as (
    insert into ${answer} as kept
      (key, tag, generation, body, bytes, as_of, stored_at, fresh_until, stale_until, kept_until)
    select $1, $2, $3::uuid, $4, $5::int, $6::float8, now, now + $7::float8 * interval '1 ms',
      now + $8::float8 * interval '1 ms', now + $9::float8 * interval '1 ms'
    from ${tag} as current cross join clock
    where current.tag = $2 and current.generation = $3::uuid
    on conflict (key) do update set tag = excluded.tag, generation = excluded.generation,
      body = excluded.body, bytes = excluded.bytes, as_of = excluded.as_of,
      stored_at = excluded.stored_at, fresh_until = excluded.fresh_until,
      stale_until = excluded.stale_until, kept_until = excluded.kept_until
  )
  update ${claim} set until = clock_timestamp() + $12::float8 * interval '1 ms'
  where key = $10 and id = $11::uuid`

/** $1 bytes that may be held in all; the oldest answers go first. */
export const trimAnswers = ({ answer, claim }: AnswerTables) => `
  with gone as (
    delete from ${claim} where key in (
      select key from ${claim} where until < clock_timestamp() - interval '1 minute'
      for update skip locked
    )
  ),
  ranked as (
    select key, kept_until, sum(bytes) over (order by stored_at desc, key) as total from ${answer}
  )
  delete from ${answer} where key in (
    select key from ${answer}
    where key in (select key from ranked where total > $1 or kept_until <= clock_timestamp())
    for update skip locked
  )`

/** $1 tag. The generation is raised first: it alone decides what is found. */
export const invalidateTag = ({ answer, tag }: AnswerTables) => `
  with raised as (
    insert into ${tag} (tag, generation) values ($1, gen_random_uuid())
    on conflict (tag) do update set generation = excluded.generation
    returning tag
  )
  delete from ${answer} where tag in (select tag from raised)`
