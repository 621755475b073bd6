import { describe, expect, it } from "vitest"
import { rounds } from "@/scripts/testing/rounds"
import { catalogue } from "."
import { describeCatalogue } from "./testing/describe-catalogue"
import { differences } from "./testing/facts"
import { sectionOf } from "./testing/markdown"
import { readDocuments, readSpecification } from "./testing/read-specification"

const { specification, decisions } = readDocuments()
const specified = readSpecification(specification, decisions)
const described = describeCatalogue(catalogue)

/** Returns the differences for changed texts, or the reader's error if a sentence is missing. */
function reportOfTexts(newSpecification: string, newDecisions: string): string[] {
  try {
    return differences(readSpecification(newSpecification, newDecisions), described)
  } catch (error) {
    return [String(error)]
  }
}

describe("the catalogue against the specification", () => {
  // rules: 2.1–2.18, 2.2.2, 2.2.4, 3, 3.1, 3.2, 3.3, 3.4, 4.1–4.8, 9.2, 9.3, 9.4,
  // rules: Names said in two ways, Values 4
  it("describes every record and operation exactly as the two documents do", () => {
    expect(differences(specified, described)).toEqual([])
  })

  // rules: Inventory 1
  it("covers 18 records and 22 operations: 16 lists, 4 by-id reads, 2 patches", () => {
    expect(specified.get("records")?.split(", ")).toHaveLength(18)
    expect(specified.get("operations")).toBe("22, 16, 4, 2")
  })
})

describe("a document that differs in one item", () => {
  const lines = (text: string, title: string, pattern: RegExp) =>
    sectionOf(text, title)
      .split("\n")
      .filter((line) => pattern.test(line))
  const recordRows = lines(specification, "2.", /^\| \w+ \| \w/).filter(
    (line) => !/^\| (Field|Envelope|count|data|nextUrl|previousUrl) /.test(line),
  )
  const bullets = lines(specification, "4.", /^- /)
  const inventory = lines(decisions, "Inventory", /^\| \d/)
  const unnoticed = (line: string, changed: string) =>
    reportOfTexts(specification.replace(line, changed), decisions.replace(line, changed)).length ===
    0

  // rules: Inventory 1
  it("is reported for every row and property that is removed", () => {
    const all = [...recordRows, ...inventory, ...uniqueIn(bullets)]
    expect(all.length).toBeGreaterThan(130)
    expect(all.filter((line) => unnoticed(`${line}\n`, ""))).toEqual([])
  }, 300_000)

  /** Only every Nth word is changed, because each change reads both documents again. */
  const every = rounds({ test: 7, deep: 1 })

  // rules: 4.1–4.8
  it("is reported for every changed word of a row or property", () => {
    const all = [...recordRows, ...inventory, ...bullets]
    const changed = all.flatMap((line) =>
      textOutsideNotes(line).map(({ at, word }) => [
        line,
        `${line.slice(0, at)}${word}x${line.slice(at + word.length)}`,
      ]),
    )
    expect(changed.length).toBeGreaterThan(500)
    const chosen = changed.filter((_, index) => index % every === 0)
    expect(chosen.filter(([line = "", other = ""]) => unnoticed(line, other))).toEqual([])
  }, 300_000)

  it.each([
    [
      "a rule's nulls",
      "`permissions` and `medias` are always null",
      "`permissions` are always null",
    ],
    ["a gate", "Stage reviews also require stage approvals on the specific form.", ""],
    [
      "another gate",
      "if levels are enabled for the highscore",
      "if levels are enabled for the module",
    ],
    ["a second name", "carries `externalId` where", "carries `foreignId` where"],
    ["a returned name", "and returned as `value`", "and returned as `number`"],
    ["a mention's types", "User, Department and User group", "User and Department"],
    ["an enumeration", "Pending, Approved, Rejected", "Pending, Approved"],
    ["a nested shape", "Mention: id (guid), name (string)", "Mention: id (guid)"],
    ["a listed field", "value (string), mediaIds (array of guid)", "value (string)"],
    [
      "a version's operations",
      "calendar event by id, question participations",
      "question participations",
    ],
    ["a domain", "highscores, kpis, notifications, as given", "highscores, kpis, as given"],
    [
      "a default sort",
      "Default sort is dateViewed descending",
      "Default sort is dateViewed ascending",
    ],
    ["a page size", "Default page size is 200", "Default page size is 100"],
    ["a successor", "use `/v1.4/training/courses/statistics`", "use `/v1.4/training/statistics`"],
    ["a refresh", "Data is refreshed at 30 minutes past each hour.", ""],
    ["a field for one version", "string (v1.4 list only)", "string"],
    ["an operator", "Operators: `eq ne lt lte gt gte`", "Operators: `eq ne lt lte gt`"],
    ["a type's operators", "either case; `eq ne` only", "either case; `eq` only"],
    ["a department type", "Region, Store, Subdepartment", "Region, Store"],
    ["a pair of names", "`moderators` and `moderatorList`", "`moderators` and `moderatorIds`"],
    ["the workspace file", '"stageComments"', '"comments"'],
  ])("is reported for %s", (_, before, after) => {
    expect(`${specification}${decisions}`).toContain(before)
    expect(
      reportOfTexts(specification.replace(before, after), decisions.replace(before, after)),
    ).not.toEqual([])
  })
})

/** Lines that occur only once, so that removing the first match removes the only one. */
const uniqueIn = (lines: readonly string[]) =>
  lines.filter((line) => lines.indexOf(line) === lines.lastIndexOf(line))

/**
 * The words outside brackets: all of a bullet or inventory row, but only name and type of a
 * record's row.
 */
function textOutsideNotes(line: string) {
  const length = /^\| [a-z]\w* \|[^|]+/i.exec(line)?.[0].length ?? line.length
  const text = line.startsWith("| ") && /^\| \d/.test(line) ? line : line.slice(0, length)
  return [...text.matchAll(/\w+/g)]
    .map((match) => ({ at: match.index, word: match[0] }))
    .filter(({ at }) => !isInsideBrackets(line, at))
}

const isInsideBrackets = (line: string, at: number) => {
  const before = line.slice(0, at)
  return before.split("(").length > before.split(")").length
}
