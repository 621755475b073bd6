// Runs PostgreSQL for a supervisor, and stops it when the supervisor has ended: standard input then
// ends, however the supervisor died. The first line of standard input is the task (guardian.ts).
import { spawn } from "node:child_process"
import fs from "node:fs"
import { createInterface } from "node:readline"

const patience = { fast: 60_000, immediate: 75_000 }
const largestLog = 10 * 1024 * 1024

let task
let server
let stopping = false

for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {})
process.on("SIGTERM", stop)
process.stdout.on("error", () => {})
createInterface({ input: process.stdin })
  .once("line", (line) => begin(JSON.parse(line)))
  .once("close", stop)

function begin(received) {
  task = received
  if (task.adopt) adopt(task.adopt)
  else if (task.pgCtl) startOnWindows()
  else launch()
  setInterval(trimLog, 60_000)
}

function launch() {
  const child = spawn(task.command, task.args, { ...task.spawn, stdio: ["ignore", 2, 2] })
  child.once("error", (error) => finish(error.message))
  child.once("exit", (code, signal) => finish(signal ?? `exit code ${code}`))
  if (child.pid) take(child.pid)
}

// On Windows, only pg_ctl can start a server for an administrator.
function startOnWindows() {
  const options = task.args
    .slice(2)
    .map((arg) => `"${arg}"`)
    .join(" ")
  const args = ["start", "-w", "-D", task.args[1], "-o", options]
  const starter = spawn(task.pgCtl, args, { ...task.spawn, stdio: ["ignore", 2, 2] })
  starter.once("exit", () => {
    try {
      adopt(Number.parseInt(fs.readFileSync(`${task.args[1]}/postmaster.pid`, "utf8"), 10))
    } catch {
      finish("no postmaster.pid")
    }
  })
}

function adopt(pid) {
  take(pid)
  setInterval(() => hasEnded(pid) && finish("ended"), 100)
}

function take(pid) {
  server = pid
  process.stdout.write(`${pid}\n`)
  if (stopping) escalate()
}

function stop() {
  if (!task) process.exit()
  if (stopping) return
  stopping = true
  if (server) escalate()
}

function escalate() {
  signal("INT")
  setTimeout(signal, patience.fast, "QUIT")
  setTimeout(signal, patience.immediate, "KILL")
}

function signal(name) {
  try {
    if (process.platform !== "win32") process.kill(server, `SIG${name}`)
    else spawn(task.pgCtl, ["kill", name, String(server)], { ...task.spawn, stdio: "ignore" })
  } catch {
    // Already ended.
  }
}

function hasEnded(pid) {
  try {
    process.kill(pid, 0)
    return (
      process.platform === "linux" && /\) [ZX]/.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"))
    )
  } catch (error) {
    return error.code !== "EPERM"
  }
}

function finish(reason) {
  for (const folder of task.remove ?? []) fs.rmSync(folder, { recursive: true, force: true })
  process.stdout.write(`${reason}\n`, () => process.exit())
  setTimeout(() => process.exit(), 1_000)
}

// The server appends to the file, so after truncation it continues at the beginning.
function trimLog() {
  try {
    if (fs.statSync(task.log).size < largestLog) return
    fs.copyFileSync(task.log, `${task.log}.1`)
    fs.truncateSync(task.log)
  } catch {
    // Retried in a minute.
  }
}
