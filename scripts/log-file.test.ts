import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openLog } from "./log-file"

function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), "workplace-reporting-log-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const modeOf = (path: string) => statSync(path).mode & 0o777
const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))

test("A log is appended to, readable only by its owner, and created with its first line.", () => {
  const directory = createFolder()
  const path = join(directory, "logs", "dashboard.log")
  const first = openLog(directory, "dashboard")
  expect(existsSync(join(directory, "logs"))).toBe(false)
  first('{"level":30,"msg":"one"}')
  openLog(directory, "dashboard")('{"level":30,"msg":"two"}')
  expect(readFileSync(path, "utf8")).toBe('{"level":30,"msg":"one"}\n{"level":30,"msg":"two"}\n')
  expect([modeOf(join(directory, "logs")), modeOf(path)]).toEqual([0o700, 0o600])
})

test("A log that others could read is closed to them.", () => {
  const directory = createFolder()
  const folder = join(directory, "logs")
  const path = join(folder, "service.log")
  mkdirSync(folder)
  writeFileSync(path, '{"msg":"old"}\n')
  chmodSync(folder, 0o755)
  chmodSync(path, 0o644)
  openLog(directory, "service")('{"msg":"new"}')
  expect([modeOf(folder), modeOf(path)]).toEqual([0o700, 0o600])
  expect(linesOf(path)).toEqual([{ msg: "old" }, { msg: "new" }])
})

test("A full log is rotated with whole lines in each file, and keeps at most the set number of files.", () => {
  const directory = createFolder()
  const folder = join(directory, "logs")
  const write = (from: number, to: number) => {
    const log = openLog(directory, "dashboard", { maxBytes: 1000, files: 3 })
    for (let number = from; number < to; number += 1) log(JSON.stringify({ number, pad: "é" }))
  }
  write(0, 150)
  // After a restart, the existing size counts.
  write(150, 300)
  const names = ["dashboard.log", "dashboard.log.1", "dashboard.log.2"]
  expect(readdirSync(folder).toSorted()).toEqual(names)
  for (const name of names) {
    expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1000)
    expect(modeOf(join(folder, name))).toBe(0o600)
  }
  const numbers = names.toReversed().flatMap((name) => linesOf(join(folder, name)))
  expect(numbers.map(({ number }) => number)).toEqual(
    Array.from({ length: numbers.length }, (_, index) => 300 - numbers.length + index),
  )
  expect(numbers.length).toBeGreaterThan(80)
})

test("Every line is JSON, whatever a program writes.", () => {
  const directory = createFolder()
  const log = openLog(directory, "dashboard")
  for (const line of ['{"msg":"fine"}', "▲ Next.js 16", "{not json", "", "   ", "a\u001b[31m"])
    log(line)
  const lines = linesOf(join(directory, "logs", "dashboard.log"))
  expect(lines.map(({ msg }) => msg)).toEqual(["fine", "▲ Next.js 16", "{not json", "a\u001b[31m"])
})

test("A write failure is reported once and ends nothing; logging continues once the file is writable.", () => {
  const directory = createFolder()
  const folder = join(directory, "logs")
  const target = join(directory, "elsewhere")
  writeFileSync(target, "")
  mkdirSync(folder)
  // Lines must not be written through a link in place of the file.
  symlinkSync(target, join(folder, "dashboard.log"))
  const complaints: string[] = []
  const log = openLog(directory, "dashboard", undefined, (line) => void complaints.push(line))
  for (const number of [1, 2, 3]) log(`{"number":${number}}`)
  expect(complaints).toEqual([expect.stringMatching(/cannot be written \(ELOOP\): lines are lost/)])
  expect(readFileSync(target, "utf8")).toBe("")
  rmSync(join(folder, "dashboard.log"))
  log('{"number":4}')
  expect(linesOf(join(folder, "dashboard.log"))).toEqual([{ number: 4 }])
})
