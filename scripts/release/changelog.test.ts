import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { readProduct } from "../package/tree"
import { root } from "../root"
import { findSection } from "./changelog"

test("a version's section is what stands between its title and the next", () => {
  const changelog =
    "# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-01-02\n\n- new\n\n## [1.0.0] - 2026-01-01\n\n- old\n"
  expect(findSection(changelog, "1.1.0")).toBe("- new")
  expect(findSection(changelog, "1.0.0")).toBe("- old")
  expect(findSection(changelog, "1.0")).toBeUndefined()
  expect(findSection("## [2.0.0] - 2026-01-01\n\n## [1.0.0] - 2026-01-01", "2.0.0")).toBeUndefined()
})

test("the version of package.json has a section in CHANGELOG.md", () => {
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8")
  expect(findSection(changelog, readProduct().version)).toMatch(/^### (Added|Changed|Fixed)/m)
})
