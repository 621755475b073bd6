import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { chooseServerUser } from "../postgres/system-user"
import { root } from "../root"

/**
 * The result of `findFolderFault` for an ordinary user, to whom file permissions apply; "none" if
 * there is no fault.
 */
export function folderFaultOfUser(folder: string): string {
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
