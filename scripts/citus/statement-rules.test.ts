import { describe, expect, test } from "vitest"
import { refusalsOf, statementRules } from "./statement-rules"

const spread = ["data_point", "department"]
const refused: Record<string, string> = {
  "an empty select list": `select exists (select from "r"."data_point" where a = $1)`,
  "a row's place in its file (ctid)": `delete from "r"."data_point" where ctid = any(array(select ctid from "r"."data_point" limit 9))`,
  "a subquery in VALUES": `insert into "r"."data_point" values ($1, array(select 1 from other))`,
  "a function that is not immutable, set or returned by a write": `update "r"."department" set a = $1 where id = $2 returning (select row_to_json(record)::text from (select a) as record) as json`,
  "a subquery over a spread table that hangs on one that stays on the coordinator": `select exists (select 1 from "r"."data_point" where in_data_set_id = personal_data_set.id) from "r"."personal_data_set"`,
  "several statements in one that is prepared": `select 1 from data_point where a = $1; select 2`,
}

describe("a statement over a spread table", () => {
  test.each(statementRules)("is refused for $name", ({ name }) => {
    const text = refused[name] ?? ""
    expect(refusalsOf({ text, hasValues: true }, spread)).toEqual([name])
    expect(refusalsOf({ text, hasValues: true }, ["other_table"])).toEqual([])
  })

  test("may have such words in its texts, and functions where they are read", () => {
    const texts = [
      `select 'select from; ctid' from "r"."data_point" where label = $1;`,
      `insert into data_point (a) select gen from unnest($1::int[]) as gen`,
      `select to_json(a) from "r"."department" where id = $1`,
      `insert into data_point values ($1, (($2)))`,
      `select exists (select 1 from data_point where in_data_set_id = $1) and not exists (select 1 from point_band where in_data_set_id = $1)`,
    ]
    for (const text of texts) expect(refusalsOf({ text, hasValues: true }, spread)).toEqual([])
  })
})
