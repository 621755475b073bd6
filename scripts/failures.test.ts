import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { causeFailures } from "./failures/cause-failures"
import { fillFailures } from "./failures/fill-failures"
import { root } from "./root"

const read = () => readFileSync(join(root, "docs/failures.md"), "utf8")

test("docs/failures.md is what people see when each failure is caused", async () => {
  const failures = await causeFailures()
  expect(fillFailures(read(), failures)).toBe(read())
  for (const { name, command, readyz, page, skipped } of failures) {
    const seen = [command, readyz, page].filter((text) => text !== undefined)
    expect(skipped ?? seen.join(""), name).not.toBe("")
    expect(seen.join(" "), name).not.toMatch(/planted|127\.0\.0\.1|nobody\.invalid/)
    if (command !== undefined && !skipped) expect(command, name).toMatch(/\.$/)
  }
})

test("a row of what cannot be caused here stays as it is", () => {
  const text =
    "# Failures\n\n| Failure | a | b | c |\n|---|---|---|---|\n| one | x | – | – |\n\nMore."
  const filled = fillFailures(text, [
    { name: "one", skipped: "No disk." },
    { name: "two", command: "Mend it." },
  ])
  expect(filled).toContain("| one | x | – | – |\n| two | Mend it. | – | – |\n\nMore.")
})
