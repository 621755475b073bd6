import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "@/scripts/root"

const filesIn = (folder: string) =>
  readdirSync(join(root, folder)).filter(
    (name) => name.endsWith(".tsx") && !name.includes(".test."),
  )

test("the page of the design system shows every component", () => {
  const page = filesIn("app/design")
    .map((name) => readFileSync(join(root, "app/design", name), "utf8"))
    .join("\n")
  const components = filesIn("components/ui").map((name) => name.replace(".tsx", ""))
  expect(components.length).toBeGreaterThan(30)
  expect(components.filter((name) => !page.includes(`"@/components/ui/${name}"`))).toEqual([])
})
