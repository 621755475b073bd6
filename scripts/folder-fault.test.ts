import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { findFolderFault } from "./folder-fault"
import { chooseServerUser } from "./postgres/system-user"
import { root } from "./root"
import { makeSmallDisk } from "./testing/small-disk"

/** The same as an ordinary user, whom the permissions of files count for. */
function askAsUser(folder: string): string {
  const user = chooseServerUser("")
  const text = `import { findFolderFault } from "${join(root, "scripts/folder-fault.ts")}"
    process.setgid?.(${user?.gid ?? "process.getgid()"}); process.setuid?.(${user?.uid ?? "process.getuid()"})
    process.stdout.write(findFolderFault(${JSON.stringify(folder)}) ?? "none")`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", text],
    { cwd: root, encoding: "utf8" },
  )
  return stdout || stderr
}

test("a folder that is somebody else's is one sentence, and one that can be written none", () => {
  const folder = mkdtempSync(join(tmpdir(), "workplace-reporting-folder-"))
  chmodSync(folder, 0o555)
  expect(askAsUser(folder)).toBe(
    `${folder} cannot be written (EACCES): give the folder to the user who starts this.`,
  )
  expect(askAsUser(join(folder, "logs"))).toContain("cannot be written (EACCES)")
  chmodSync(folder, 0o777)
  expect(askAsUser(folder)).toBe("none")
  expect(findFolderFault(folder)).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})

test("a disk that is full is one sentence", ({ skip }) => {
  const disk = makeSmallDisk(1)
  if (typeof disk === "string") return skip(disk)
  try {
    expect(findFolderFault(disk.folder)).toBeUndefined()
    expect(() => writeFileSync(join(disk.folder, "all"), Buffer.alloc(2 * 1024 * 1024))).toThrow(
      "ENOSPC",
    )
    expect(findFolderFault(disk.folder)).toBe(
      `The disk that holds ${disk.folder} is full: make room.`,
    )
    expect(readdirSync(disk.folder)).toEqual(["all"])
  } finally {
    disk.remove()
  }
})
