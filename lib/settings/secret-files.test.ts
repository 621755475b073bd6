import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readSecretFiles } from "./secret-files"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "workplace-reporting-secrets-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

test("a setting is read from its file without the line break at its end", () => {
  const environment = { SECRET_FILE: fileOf("one", " a b \r\n"), OTHER: "plain", ELSE_FILE: "x" }
  const read = readSecretFiles(environment, ["SECRET", "OTHER"])
  expect(read.environment).toMatchObject({ SECRET: " a b ", OTHER: "plain" })
  expect(read.environment["ELSE"]).toBeUndefined()
  expect([...read.faults]).toEqual([])
})

test("each setting that cannot be read is reported by name, without values", () => {
  const environment = {
    BOTH: "planted",
    BOTH_FILE: fileOf("both", "planted"),
    EMPTY_FILE: fileOf("empty", "\n"),
    AWAY_FILE: join(folder, "away"),
    FOLDER_FILE: folder,
  }
  const { faults } = readSecretFiles(environment, ["BOTH", "EMPTY", "AWAY", "FOLDER", "UNSET"])
  expect(Object.fromEntries(faults)).toEqual({
    BOTH: "BOTH and BOTH_FILE are both set; keep one of them.",
    EMPTY: "EMPTY_FILE names an empty file.",
    AWAY: "AWAY_FILE names a file that cannot be read (ENOENT).",
    FOLDER: "FOLDER_FILE names a file that cannot be read (EISDIR).",
  })
})
