import { describe, expect, it } from "vitest"
import { rounds } from "@/scripts/testing/rounds"
import { catalogue } from "."
import {
  type CatalogueDraft,
  draftOf,
  draftOperation,
  draftProperty,
} from "./testing/catalogue-draft"
import { describeCatalogue } from "./testing/describe-catalogue"
import { differences } from "./testing/facts"
import { readDocuments, readSpecification } from "./testing/read-specification"

const { specification, decisions } = readDocuments()
const specified = readSpecification(specification, decisions)

const reportOf = (draft: CatalogueDraft) => differences(specified, describeCatalogue(draft))

type Change = readonly [what: string, change: (draft: CatalogueDraft) => void, reported: string]

const changes: readonly Change[] = [
  ["a dropped field", (d) => delete d.records.department.fields.email, "2.3 email type"],
  [
    "an added field",
    (d) => (d.records.highscore.fields.rank = { type: "integer" }),
    "2.12 rank type",
  ],
  ["a field's type", (d) => (d.records.dataPoint.fields.value.type = "integer"), "2.14 value type"],
  [
    "a url become text",
    (d) => (d.records.contentView.fields.userUrl.type = "string"),
    "2.15 userUrl",
  ],
  [
    "a time with an offset",
    (d) => (d.records.contentPost.fields.availableFrom.type = "datetime"),
    "2.2 availableFrom",
  ],
  [
    "a dropped nested field",
    (d) => delete d.records.contentPost.fields.medias.items.fields.fileName,
    "2.2 medias",
  ],
  [
    "a nested type",
    (d) => (d.records.department.fields.phoneNumber.fields.number.type = "integer"),
    "2.3 phoneNumber",
  ],
  [
    "the order of fields",
    (d) => (d.records.commentReaction.fields = reversed(d.records.commentReaction.fields)),
    "2.10 fields",
  ],
  ["an enumeration", (d) => d.records.stageReview.fields.status.values.pop(), "2.4 status values"],
  ["a department type", (d) => d.records.department.fields.type.values.pop(), "2.3 type values"],
  [
    "a deprecated constant",
    (d) => (d.records.calendar.fields.filterByDepartment.deprecated.constant = true),
    "2.7 filterByDepartment",
  ],
  [
    "a deprecation",
    (d) => delete d.records.calendar.fields.departmentFilterType.deprecated,
    "2.7 departmentFilterType",
  ],
  [
    "a second name",
    (d) => delete d.records.calendar.fields.moderatorList.sameAs,
    "2.7 moderatorList same as",
  ],
  [
    "a record's link",
    (d) => (d.records.stageComment.fields.url.link = "content-post"),
    "2.5 url link",
  ],
  ["a record's scope", (d) => d.records.stageReview.scope.pop(), "2.4 scope"],
  ["a hidden property", (d) => delete d.records.contentPost.hidden, "2.2 hidden name"],
  [
    "a property no longer filterable",
    (d) => (draftProperty(d, "highscores", "name").filter = false),
    "property name",
  ],
  [
    "a property become sortable",
    (d) => (draftProperty(d, "departments", "parentId").sort = true),
    "property parentId",
  ],
  [
    "a property's type",
    (d) => (draftProperty(d, "data-points", "timeStamp").type = "string"),
    "property timeStamp",
  ],
  [
    "a property's operators",
    (d) => delete draftProperty(d, "stage-reviews", "status").operators,
    "property status",
  ],
  [
    "a property's field",
    (d) => delete draftProperty(d, "data-points", "dataValue").field,
    "property dataValue",
  ],
  [
    "a dropped property",
    (d) => delete draftOperation(d, "departments").properties.dataSource,
    "property dataSource",
  ],
  [
    "a default sort",
    (d) => (draftOperation(d, "content-views").defaultSort = "dateViewed"),
    "default sort",
  ],
  ["a default limit", (d) => (draftOperation(d, "departments").limit.default = 200), "limit"],
  ["a maximum", (d) => (draftOperation(d, "highscores").limit.maximum = 100), "limit"],
  [
    "a domain",
    (d) => (draftOperation(d, "communication-template").domain = "notifications"),
    "domain",
  ],
  [
    "a version",
    (d) => (draftOperation(d, "user-custom-fields").version = "v1.4"),
    "v1.2 list of 2.16",
  ],
  [
    "a path",
    (d) => (draftOperation(d, "data-points").path = "/datasets/{dataSetId}/dataPoints"),
    "/dataSets/",
  ],
  [
    "a path parameter",
    (d) => delete draftOperation(d, "stage-comment").parameters.formId,
    "path parameters",
  ],
  [
    "a method",
    (d) => (draftOperation(d, "update-department").method = "GET"),
    "PATCH /v1.2/departments",
  ],
  ["a gate", (d) => draftOperation(d, "stage-reviews").gates.pop(), "gate stageApprovals on form"],
  [
    "a gate's place",
    (d) => (draftOperation(d, "feedback-comments").gates[1].parameter = "feedbackId"),
    "gate feedback on answer",
  ],
  ["a null part", (d) => draftOperation(d, "content-posts").nulls.pop(), "null permissions"],
  [
    "an omitted field",
    (d) => delete draftOperation(d, "update-department-v1").omits,
    "without dataSource",
  ],
  [
    "a deprecated operation",
    (d) => delete draftOperation(d, "course-participations").deprecated,
    "deprecated",
  ],
  ["a refresh note", (d) => delete draftOperation(d, "calendars").note, "refreshed"],
  ["a dropped operation", (d) => d.operations.pop(), "notifications/channels kind"],
  ["the order of operations", (d) => d.operations.reverse(), "number"],
]

const reversed = (fields: object) => Object.fromEntries(Object.entries(fields).toReversed())

describe("a catalogue that differs in one item", () => {
  it.each(changes)("is reported for %s", (_, change, reported) => {
    const draft = draftOf(catalogue)
    change(draft)
    expect(reportOf(draft).join("\n")).toContain(reported)
  })

  /**
   * Paths that the documents do not specify: display texts, page settings, computed fields of whole
   * lists, and what catalogue.test.ts checks.
   */
  const silent =
    /\.(id|title|area|since|note|required|section|namedById|pageSort|wholeTitle)$|\.(computed|namedRecords)\.|gates\.\d+\.title$|parameters\.\w+$|\.deprecated\.note$/

  /** Only every Nth value is changed, because each change compares the whole catalogue. */
  const every = rounds({ test: 7, deep: 1 })

  // rules: 2.1–2.18
  it("is reported for any single value that is changed or removed", () => {
    const paths = leavesOf(catalogue.records, ["records"])
      .concat(leavesOf(catalogue.operations, ["operations"]))
      .filter((path) => !silent.test(path.join(".")))
    const chosen = paths.filter((_, index) => index % every === 0)
    const unnoticed = chosen.flatMap((path) =>
      [changeLeaf, removeLeaf].flatMap((change) => {
        const draft = draftOf(catalogue)
        change(draft, path)
        return reportOf(draft).length === 0 ? [`${change.name} ${path.join(".")}`] : []
      }),
    )
    expect(paths.length).toBeGreaterThan(700)
    expect(unnoticed).toEqual([])
  }, 300_000)
})

type MemberPath = readonly string[]

const leavesOf = (value: unknown, path: MemberPath): MemberPath[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]))
    : [path]

function holderOf(draft: CatalogueDraft, path: MemberPath): [Record<string, unknown>, string] {
  const holder = path.slice(0, -1).reduce((value, key) => value[key], draft)
  return [holder, path.at(-1) ?? ""]
}

function changeLeaf(draft: CatalogueDraft, path: MemberPath) {
  const [holder, key] = holderOf(draft, path)
  const value = holder[key]
  holder[key] = typeof value === "boolean" ? !value : `${value}x`
}

function removeLeaf(draft: CatalogueDraft, path: MemberPath) {
  const [holder, key] = holderOf(draft, path)
  const value = holder[key]
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else if (value === false) holder[key] = true
  else delete holder[key]
}
