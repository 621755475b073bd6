import type { Facts } from "./facts"
import { allMatches, readSentence, sectionOf } from "./markdown"
import type { readOperations } from "./read-operations"
import { findRecord, type RecordSection } from "./read-records"

type ReadOperations = ReturnType<typeof readOperations>

/** Maps the places named in the availability rules to container kinds. */
const parameterNames: { readonly [text: string]: string } = {
  "service-form module": "serviceFormModule",
  "specific form": "form",
  form: "form",
  field: "answer",
  module: "contentModule",
  highscore: "highscore",
}

const camelCase = (text: string) =>
  text.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

/** Section 3: `<subjects> exist only if <features> are enabled on the <places>`. */
function readGates(
  facts: Facts,
  specification: string,
  sections: RecordSection[],
  operations: ReadOperations,
) {
  const rule =
    /(?:^\d+\. |\. )([\w ]+?) (?:exist only if|can be read only if|also require) ([\w ]+?)(?: (?:is|are) enabled)? (?:on|for) the ([\w ,-]+)(?=\.)/gm
  for (const [, subjects = "", feature = "", where = ""] of sectionOf(specification, "3.").matchAll(
    rule,
  ))
    for (const subject of subjects.split(" and ")) {
      const record = findRecord(sections, subject)
      for (const { key } of operations.filter((operation) => operation.record === record))
        for (const path of where.split(" and on the "))
          facts.add(
            `${key} gate ${camelCase(feature)} on ${parameterNames[path] ?? path}`,
            "required",
          )
    }
}

function readNulls(
  facts: Facts,
  specification: string,
  sections: RecordSection[],
  operations: ReadOperations,
) {
  const [names = ""] = readSentence(specification, /In the list response, ([^.]+) are always null/)
  const post = findRecord(sections, "content post")
  const list = operations.find(({ record, kind }) => record === post && kind === "list")
  const isFilled = specification.includes("The by-id endpoint returns them filled.")
  const byId = operations.find(({ record, kind }) => record === post && kind === "single")
  for (const name of allMatches(names, /`(\w+)`/g)) {
    facts.add(`${list?.key} null ${name}`, "always")
    if (isFilled) facts.add(`${byId?.key} filled ${name}`, "always")
  }
}

/** Fields marked `(v1.4 list only)` are left out everywhere else. */
function readOmissions(facts: Facts, sections: RecordSection[], operations: ReadOperations) {
  for (const record of sections)
    for (const [, name = "", version = ""] of record.text.matchAll(
      /^\| (\w+) \| \w+ \((v[\d.]+) list only\)/gm,
    ))
      for (const { key, kind } of operations.filter((operation) => operation.record === record))
        if (kind !== "list" || !key.includes(`/${version}/`))
          facts.add(`${key} without ${name}`, "always")
}

function readRefreshes(facts: Facts, operations: ReadOperations) {
  for (const { key, kind, record } of operations)
    if (kind === "list" && record.text.includes("refreshed at 30 minutes past"))
      facts.add(`${key} refreshed`, "half past the hour")
}

type Tree = { readonly [key: string]: unknown }

/** The keys of the example file in the decisions, as paths: `contentModules.posts.comments`. */
function readWorkspace(facts: Facts, decisions: string) {
  const [example = ""] = readSentence(decisions, /```json\n([^`]+)```/)
  const walk = (tree: Tree, path: string) => {
    for (const [key, child] of Object.entries(tree)) {
      if (key === "unit") facts.add(`workspace ${path}unit`, "text")
      if (!Array.isArray(child)) continue
      facts.add(`workspace ${path}${key}`, "list")
      walk(child[0], `${path}${key}.`)
    }
  }
  walk(JSON.parse(example), "")
}

/** Reads the prose rules of sections 2, 3 and 8 and the example workspace file into facts. */
export function readRules(
  facts: Facts,
  specification: string,
  decisions: string,
  sections: RecordSection[],
  operations: ReadOperations,
) {
  readGates(facts, specification, sections, operations)
  readNulls(facts, specification, sections, operations)
  readOmissions(facts, sections, operations)
  readRefreshes(facts, operations)
  readWorkspace(facts, decisions)
  const [fallback] = readSentence(specification, /Default page size is (\d+) objects/)
  const [max] = readSentence(specification, /usual maximum is (\d+)/)
  const [departments] = readSentence(
    specification,
    /\((\d+) for both department lists, where the default is also/,
  )
  facts.add("limits", `${departments}/${departments}, ${fallback}/${max}`)
}
