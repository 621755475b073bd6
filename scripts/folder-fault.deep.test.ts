import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { findFolderFault } from "./folder-fault"
import { folderFaultOfUser } from "./testing/as-user"
import { makeSmallDisk } from "./testing/small-disk"

test("a folder of another user is a fault, and a writable folder is not", () => {
  const folder = mkdtempSync(join(tmpdir(), "workplace-reporting-folder-"))
  chmodSync(folder, 0o555)
  expect(folderFaultOfUser(folder)).toBe(
    `${folder} cannot be written (EACCES): give the folder to the user who starts this.`,
  )
  expect(folderFaultOfUser(join(folder, "logs"))).toContain("cannot be written (EACCES)")
  chmodSync(folder, 0o777)
  expect(folderFaultOfUser(folder)).toBe("none")
  expect(findFolderFault(folder)).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})

test("a full disk is a fault", ({ skip }) => {
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
