import { describe, expect, it } from "vitest"
import { catalogue, departmentTypes, recordType } from "@/lib/catalogue"
import { listContainers } from "./containers"
import { countsFor } from "./counts"
import { generators } from "./records"
import { readDemoRows, recordNames } from "./test-rows"

const scale = 0.1
const counts = countsFor(scale)
const containers = [...listContainers(counts)]
const departments = [...generators.department(counts)].map((row) => row.values)
const parentKinds = new Map(
  Object.entries(catalogue.containers).map(([kind, container]) => [kind, container.parent]),
)
const departmentIds = new Set(departments.map(({ id }) => id))

/**
 * The container kinds of a record's scope parameters, for example `moduleId` of content or calendar
 * modules.
 */
function kindsOf(record: string): readonly (readonly [parameter: string, kind: string])[] {
  const { scope } = recordType(catalogue, record)
  const operation = catalogue.operations.find((candidate) => candidate.record === record)
  return scope.map((parameter) => [parameter, operation?.parameters[parameter] ?? ""])
}

describe("demo containers", () => {
  it("follow their parents, which have the right kind", () => {
    const seen = new Map<string, string>()
    for (const { kind, id, parentId } of containers) {
      const parent = parentKinds.get(kind)
      expect(parentId === undefined ? undefined : seen.get(parentId)).toBe(parent)
      seen.set(id, kind)
    }
    expect(seen.size).toBe(containers.length)
  })

  it.each(recordNames)("exist for every record's scope and are nested: %s", (record) => {
    const known = new Map(containers.map(({ kind, id, parentId }) => [`${kind} ${id}`, parentId]))
    const kinds = kindsOf(record)
    const strays = new Set<string>()
    for (const { scope } of readDemoRows(record, scale))
      for (const [index, [parameter, kind]] of kinds.entries()) {
        const [key, outer] = [`${kind} ${scope[parameter]}`, kinds[index - 1]]
        const holder = outer && scope[outer[0]]
        if (!known.has(key) || known.get(key) !== holder) strays.add(JSON.stringify(scope))
      }
    expect([...strays]).toEqual([])
  })

  it.each([
    ["contentPost", "contentPost"],
    ["calendar", "calendar"],
    ["calendarEvent", "calendarEvent"],
    ["highscore", "highscore"],
    ["communicationTemplate", "communicationTemplate"],
  ] as const)("include every record that a path can name: %s", (record, kind) => {
    const named = containers.filter((container) => container.kind === kind).map(({ id }) => id)
    expect(named.toSorted()).toEqual(
      [...readDemoRows(record, scale)].map(({ values }) => values["id"]).toSorted(),
    )
  })
})

describe("demo records", () => {
  it.each(recordNames)("have unique ids: %s", (record) => {
    if (!recordType(catalogue, record).fields["id"]) return
    const ids = [...readDemoRows(record, 1)].map(({ values }) => values["id"])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("exist only in containers whose gates are open", () => {
    for (const operation of catalogue.operations)
      for (const gate of operation.gates ?? []) {
        const record = recordNames.find((name) => name === operation.record) ?? "contentPost"
        const open = containers.filter(({ features }) => features?.includes(gate.feature))
        const ids = new Set(open.map(({ id }) => id))
        const scopes = [...readDemoRows(record, scale)].map(({ scope }) => scope)
        expect(scopes.filter((scope) => !ids.has(scope[gate.parameter] ?? ""))).toEqual([])
      }
  })

  it("reply to an earlier comment of the same thread", () => {
    const threads = new Map<string, string>()
    for (const { scope, values } of generators.feedbackComment(counts)) {
      if (values.parentCommentId !== null)
        expect(threads.get(values.parentCommentId)).toBe(scope.feedbackId)
      threads.set(values.id ?? "", scope.feedbackId)
    }
  })

  it("have at most one view per person and post", () => {
    const readers = new Set<string>()
    let reads = 0
    for (const { scope, values } of generators.contentView(counts)) {
      if (values.userId === null) continue
      readers.add(`${scope.contentId} ${values.userId}`)
      reads += 1
    }
    expect(readers.size).toBe(reads)
  })

  it("of data points refer to existing departments, and some to a person or to no department", () => {
    const points = [...generators.dataPoint(counts)].map((row) => row.values)
    const unknown = points.filter(
      ({ departmentId }) => departmentId !== null && !departmentIds.has(departmentId),
    )
    expect(unknown).toEqual([])
    expect(points.some(({ userId }) => userId !== null)).toBe(true)
    expect(points.some(({ departmentId }) => departmentId === null)).toBe(true)
  })

  it("refer in permissions and mentions to departments that exist at every scale", () => {
    const smallest = new Set(
      [...generators.department(countsFor(0.001))].map((row) => row.values.id),
    )
    for (const { values } of generators.contentPost(counts)) {
      for (const permission of values.permissions ?? [])
        for (const department of permission?.departments ?? [])
          if (department?.id && department.name !== null) expect(smallest).toContain(department.id)
      for (const mention of values.mentions ?? [])
        if (mention?.type === "Department") expect(smallest).toContain(mention.id)
    }
  })
})

describe("demo texts", () => {
  const texts: { readonly [what: string]: readonly (string | null | undefined)[] } = {
    "the bodies of posts": [...generators.contentPost(counts)].flatMap(({ values }) =>
      (values.locales ?? []).map((locale) => locale?.bodyText),
    ),
    "stage comments": [...generators.stageComment(countsFor(1))].map(({ values }) => values.value),
    "feedback comments": [...generators.feedbackComment(counts)].map(({ values }) => values.value),
  }

  it.each(Object.keys(texts))(
    "include long, right-to-left, emoji, markup and script texts: %s",
    (what) => {
      const has = (pattern: RegExp) => texts[what]?.some((text) => pattern.test(text ?? ""))
      expect(has(/^[\s\S]{3000}/)).toBe(true)
      expect(has(/\p{Script=Arabic}/u)).toBe(true)
      expect(has(/\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d/u)).toBe(true)
      expect(has(/<b>/)).toBe(true)
      expect(has(/<script>/)).toBe(true)
    },
  )

  it("of e-mails include markup that must not run", () => {
    const templates = [...generators.communicationTemplate(counts)].map(({ values }) => values)
    const bodies = templates.flatMap(({ communicationTemplateCultures }) =>
      (communicationTemplateCultures ?? []).map((culture) => culture?.email?.body ?? ""),
    )
    expect(bodies.some((body) => body.includes("<script>"))).toBe(true)
  })
})

describe("demo departments", () => {
  const byId = new Map(departments.map((department) => [department.id, department]))

  function depthOf(id: string | null): number {
    let depth = 0
    for (let at = id; at !== null; depth++) {
      if (depth > 20) throw new Error("The departments go round in a circle.")
      const parent: string | null = byId.get(at)?.parentId ?? null
      at = parent
    }
    return depth
  }

  it("form one tree with eight levels below the root", () => {
    for (const { parentId } of departments)
      if (parentId !== null) expect(byId.has(parentId)).toBe(true)
    expect(departments.filter(({ parentId }) => parentId === null)).toHaveLength(1)
    expect(Math.max(...departments.map(({ id }) => depthOf(id)))).toBe(8)
  })

  it("have eight levels and all ten types in the smallest tree too", () => {
    const few = [...generators.department(countsFor(0.001))].map((row) => row.values)
    expect(new Set(few.map(({ type }) => type))).toEqual(new Set(departmentTypes))
    expect(Math.max(...few.map(({ id }) => depthOf(id)))).toBe(8)
  })

  it("include names that need escaping and names shared by siblings", () => {
    const names = departments.map(({ name }) => name ?? "")
    const needles = ["/", "~", "&", "<", '"', "'", "\\", "%", ";", "=", "🌱", "ف", "צ"]
    for (const needle of needles) expect(names.some((name) => name.includes(needle))).toBe(true)
    expect(names.some((name) => name.startsWith("="))).toBe(true)
    expect(Math.max(...names.map((name) => name.length))).toBeGreaterThan(150)
    const siblings = departments.map(({ parentId, name }) => `${parentId} ${name}`)
    expect(new Set(siblings).size).toBeLessThan(siblings.length)
  })

  it("have valid names, e-mail addresses, time zones, cultures and phone numbers", () => {
    const zones = new Set(Intl.supportedValuesOf("timeZone"))
    for (const department of departments) {
      const { name, email, timeZone, phoneNumber, locales, selectedCultures } = department
      const { contentCulture, uiCulture } = department
      expect(name?.trim()).not.toBe("")
      if (email !== null) expect(email).toMatch(/^[a-z0-9-]+@nordlys\.example$/)
      if (timeZone !== null) expect(zones).toContain(timeZone)
      const cultures = [contentCulture, uiCulture, ...(selectedCultures ?? [])]
      const spoken = [...cultures, ...(locales ?? []).map((locale) => locale?.culture ?? null)]
      for (const culture of spoken)
        if (culture !== null) expect(Intl.getCanonicalLocales(culture)).toEqual([culture])
      expect(phoneNumber?.number ?? "000000").toMatch(/^\d{6,14}$/)
      expect([44, 45, 49]).toContain(phoneNumber?.countryCode ?? 45)
    }
  })
})
