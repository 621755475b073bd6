import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { type Area, catalogue, type Domain } from "@/lib/catalogue"

import { domainsOf, roles } from "@/lib/session/session"
import { cellsOfRow, fillRules, proofsOf, rulesIn } from "./testing/fill-rules"

const root = resolve(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")

const markdownIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(folder, file))
const topLevel = readdirSync(root).filter((file) => file.endsWith(".md"))
const documents = [...topLevel, ...markdownIn("docs")]

const cellsOf = (text: string): string[][] =>
  text.split("\n").flatMap((line) => {
    const cells = cellsOfRow(line)
    return cells ? [cells] : []
  })

describe("docs/asvs.md", () => {
  const rows = cellsOf(read("docs/asvs.md")).filter(([id = ""]) => /^\d/.test(id))

  it("has each requirement of levels 1 and 2 once, in order", () => {
    const numbers = rows.map(([id = ""]) => id.split(".").map(Number))
    expect(numbers).toHaveLength(253)
    const sorted = numbers.toSorted(
      ([a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0]) => a - d || b - e || c - f,
    )
    expect(numbers).toEqual(sorted)
    expect(new Set(rows.map(([id]) => id)).size).toBe(253)
  })

  it("says of each how it stands, with its test or its reason", () => {
    for (const [id, level, what, state, why = ""] of rows) {
      expect(level, id).toMatch(/^[12]$/)
      expect(what, id).not.toBe("")
      expect(["met", "partly", "not", "n/a"], id).toContain(state)
      expect(why.length, id).toBeGreaterThan(5)
    }
  })

  it("names files that are there", () => {
    const named = rows.flatMap(([, , , , why = ""]) =>
      [...why.matchAll(/`((?:app|components|docs|e2e|lib|scripts|service)\/[\w./()[\]-]+)`/g)].map(
        ([, file = ""]) => file,
      ),
    )
    expect(named.length).toBeGreaterThan(100)
    expect([...new Set(named)].filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it("counts its rows as it says", () => {
    const counts = (state: string) => rows.filter((row) => row[3] === state).length
    const [, said = ""] = /^(\d+ met, .*)$/m.exec(read("docs/asvs.md")) ?? []
    expect(said).toBe(
      `${counts("met")} met, ${counts("partly")} partly, ${counts("not")} not, ${counts("n/a")} not applicable.`,
    )
  })
})

describe("docs/rules.md", () => {
  const document = read("docs/rules.md")
  const rules = rulesIn(document)
  const names = rules.map(([name]) => name)

  // rules: Documents
  it("names the tests that say that they prove a rule, as `npm run rules` writes them", () => {
    expect(document).toBe(fillRules(document, proofsOf(root)))
  })

  it("has each rule once", () => {
    expect(names.length).toBeGreaterThan(60)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it("names a test for every rule", () => {
    expect(rules.flatMap(([name, , proofs]) => (proofs === "—" ? [name] : []))).toEqual([])
  })

  it("has a row for every numbered rule of the specification", () => {
    const specification = read("docs/specification/reporting-api.md")
    let section = ""
    const numbered = specification.split("\n").flatMap((line) => {
      section = /^##+ (\d+(?:\.\d+)?)/.exec(line)?.[1] ?? section
      const number = /^(\d+)\. /.exec(line)?.[1]
      return number ? [`${section}.${number}`] : []
    })
    expect(numbered.length).toBe(24)
    expect(numbered.filter((rule) => !names.includes(rule))).toEqual([])
  })

  it("has a row for every section of the decisions", () => {
    const sections = [...read("docs/specification/decisions.md").matchAll(/^##+ (.+)$/gm)].map(
      ([, section = ""]) => section,
    )
    const named = new Set(names.map((name) => name.replace(/ \d+$/, "")))
    expect(sections.length).toBeGreaterThan(10)
    expect(sections.filter((section) => !named.has(section))).toEqual([])
  })
})

/** What the table of roles calls the operations of an area, by the domain that they need. */
const called: { readonly [area in Area]: { readonly [domain in Domain]?: string } } = {
  training: { training: "training" },
  content: { content: "content" },
  departments: { users: "departments and custom fields" },
  serviceForms: { serviceform: "service forms" },
  calendars: { calendars: "calendars" },
  highscores: { highscores: "highscores" },
  kpis: { kpis: "KPIs" },
  communication: { users: "communication templates", notifications: "notification channels" },
}

describe("the README's table of roles", () => {
  it.each(roles)("says everything that the role may read, and nothing else: %s", (role) => {
    const row = cellsOf(read("README.md")).find(([account]) => account === `\`${role}@demo.test\``)
    const reads = catalogue.operations.filter(
      ({ kind, domain }) => kind !== "patch" && domainsOf([role]).has(domain),
    )
    const all = catalogue.operations.filter(({ kind }) => kind !== "patch")
    const labels = new Set(reads.map(({ area, domain }) => called[area][domain]))
    const expected = reads.length === all.length ? ["everything"] : [...labels]
    expect(row?.[2]?.split(", ").toSorted()).toEqual(expected.toSorted())
  })
})

describe("the chains of docs/architecture.md", () => {
  const chains = cellsOf(read("docs/architecture.md")).filter(([, , goal = ""]) =>
    /^\d+$/.test(goal),
  )

  it("are five", () => {
    expect(chains.length).toBe(5)
  })

  it.each(chains)(
    "count the files that they name: %s",
    (_name, _ends, _goal, count, files = "") => {
      expect(files.split(", ").length).toBe(Number(count))
    },
  )
})

describe("the decisions", () => {
  const decisions = readdirSync(join(root, "docs/decisions")).toSorted()

  it("are numbered one after the other, each as its title says", () => {
    const numbers = decisions.map((file) => {
      const [, number] = /^# (\d+)\. /.exec(read(join("docs/decisions", file))) ?? []
      return [file.slice(0, 4), Number(number)]
    })
    const expected = decisions.map((_, at) => [`${at + 1}`.padStart(4, "0"), at + 1])
    expect(numbers).toEqual(expected)
  })
})

describe("the screenshots", () => {
  it("are those that their index shows", () => {
    const links = [...read("docs/screenshots/README.md").matchAll(/\]\(([^)]+\.png)\)/g)]
    const files = readdirSync(join(root, "docs/screenshots")).filter((file) =>
      file.endsWith(".png"),
    )
    expect(files.toSorted()).toEqual(links.map(([, file]) => file).toSorted())
  })
})

/** A heading as the fragment that Markdown readers give it. */
const fragmentOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")

const fragmentsIn = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map((match) => fragmentOf(match[1] ?? ""))

const withoutCode = (text: string) => text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "")

describe("the documents", () => {
  // rules: Documents
  it.each(documents)("link only to what exists: %s", (document) => {
    const links = [...withoutCode(read(document)).matchAll(/\]\(([^)\s]+)\)/g)].map(
      (match) => match[1] ?? "",
    )
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const [path = "", fragment] = link.split("#")
      const file = path ? join(dirname(document), path) : document
      if (!existsSync(join(root, file))) return true
      return fragment !== undefined && !fragmentsIn(file).includes(fragment)
    })
    expect(broken).toEqual([])
  })
})
