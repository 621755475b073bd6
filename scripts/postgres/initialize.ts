import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import type { Binaries } from "./binaries"
import { type ClusterFolder, createPrivateFolder } from "./cluster-folder"
import { passwordFile } from "./endpoint"
import { endProcess, listProcesses } from "./processes"
import { PostgresSetupError } from "./setup-error"
import { spawnOptions } from "./system-user"

const draftPrefix = "data.new-"

/** Creates the cluster's data if it is missing; throws if the existing data does not fit. */
export async function ensureData(
  folder: ClusterFolder,
  binaries: Binaries,
  options: { durable: boolean; onLog: (line: string) => void },
): Promise<void> {
  await removeDrafts(folder)
  if (isPresent(folder, binaries.major)) return
  options.onLog(`Creating a PostgreSQL ${binaries.major} database in ${folder.root}`)
  const draft = path.join(folder.root, `${draftPrefix}${randomBytes(4).toString("hex")}`)
  createPrivateFolder(draft, folder.user)
  try {
    await runInitdb(folder, binaries, { draft, durable: options.durable })
    fs.renameSync(draft, folder.data)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** Removes the leftovers of killed supervisors, even if their initdb still runs. */
async function removeDrafts({ root }: ClusterFolder): Promise<void> {
  const drafts = fs.readdirSync(root).filter((name) => name.startsWith(draftPrefix))
  for (const draft of drafts.map((name) => path.join(root, name))) {
    for (const { pid, command } of listProcesses()) {
      if (command.includes(draft)) endProcess(pid)
    }
    await fs.promises.rm(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

function isPresent({ data }: ClusterFolder, major: number): boolean {
  const entries = fs.existsSync(data) ? fs.readdirSync(data) : []
  if (entries.length === 0) return false
  if (!entries.includes("PG_VERSION")) throw new PostgresSetupError("not_a_cluster", data)
  const found = fs.readFileSync(path.join(data, "PG_VERSION"), "utf8").trim()
  if (found !== String(major)) throw new PostgresSetupError("other_version", data, found, major)
  return true
}

/** Sorts by code point like C, but with upper and lower case beyond ASCII. */
const byCodePoint = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]

async function runInitdb(
  folder: ClusterFolder,
  { initdb, major }: Binaries,
  { draft, durable }: { draft: string; durable: boolean },
): Promise<void> {
  const args = [
    "-D",
    draft,
    "--username=postgres",
    "--encoding=UTF8",
    "--auth=scram-sha-256",
    "--locale=C",
    ...(major >= 17 ? byCodePoint : []),
    `--pwfile=${passwordFile(folder)}`,
    "--no-instructions",
    ...(durable ? [] : ["--no-sync"]),
  ]
  const child = spawn(initdb, args, {
    ...spawnOptions(folder.user),
    stdio: ["ignore", "ignore", "pipe"],
  })
  let complaint = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve)
  })
  if (code === 0) return
  const reason = /(?:error|FATAL|PANIC): .*/.exec(complaint)?.[0] ?? complaint.trim().split("\n")[0]
  throw new PostgresSetupError("initdb_failed", folder.root, reason || `exit code ${code}`)
}
