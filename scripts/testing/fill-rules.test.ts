import { describe, expect, it } from "vitest"
import { fillRules, proofsIn } from "./fill-rules"

const source = (...lines: string[]) => lines.join("\n")

describe("the rules that tests say they prove", () => {
  it("are those of the comment above a test, in one line or several, and the title is as it is written", () => {
    const given = source(
      "// rules: 8.6, Paging 4,",
      "// rules: Values 2",
      'it.each([["a"], ["b"]])("is %s", (letter) => {})',
      'it("is no rule\'s", () => {})',
      "  // rules: 9.1",
      "  it(",
      '    "is on a line of its own",',
      "    () => {},",
      "  )",
    )
    expect(proofsIn("a.test.ts", given)).toEqual([
      { file: "a.test.ts", title: "is %s", rules: ["8.6", "Paging 4", "Values 2"] },
      { file: "a.test.ts", title: "is on a line of its own", rules: ["9.1"] },
    ])
  })

  it("are an error where no test follows", () => {
    expect(() => proofsIn("a.test.ts", source("// rules: 8.6", "const one = 1"))).toThrow("8.6")
  })
})

describe("a table of rules", () => {
  const document = source(
    "| Rule | Says | Proved by |",
    "|---|---|---|",
    "| 8.6 | Six hours | `old.test.ts` is gone |",
    "| Paging 4 | Both ways | — |",
  )

  it("gets its last column from the tests", () => {
    const proofs = [
      { file: "a.test.ts", title: "one", rules: ["8.6"] },
      { file: "b.test.ts", title: "two", rules: ["8.6"] },
    ]
    expect(fillRules(document, proofs)).toBe(
      document.replace("`old.test.ts` is gone", "`a.test.ts` one<br>`b.test.ts` two"),
    )
  })

  it("refuses a rule that it does not have", () => {
    const proofs = [{ file: "a.test.ts", title: "one", rules: ["8.7"] }]
    expect(() => fillRules(document, proofs)).toThrow('a.test.ts: "8.7"')
  })
})
