import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { root } from "./root"

/** A server that a script started; it ends with the script. */
export interface Child {
  readonly name: string
  /** Undefined if it could not be started. */
  readonly pid: number | undefined
  /** The time of its last message (milliseconds since 1970), initially its start. */
  readonly lastMessage: () => number
  /** Its last line on standard error, or empty. */
  readonly lastFault: () => string
  /** Resolves when it ends, with a sentence about how. */
  readonly ended: Promise<string>
  /** Sends the child a message over its channel. */
  send(message: object): void
  stop(): Promise<void>
  /** Kills it, as `kill -9` does. */
  kill(): Promise<void>
}

interface ChildOptions {
  readonly name: string
  /** The Node binary; by default this process's. */
  readonly program?: string
  readonly arguments: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly onLine?: (line: string) => void
  /** Receives the child's messages from its channel. */
  readonly onMessage?: (message: unknown) => void
  /** The milliseconds that it may take to end when it is stopped; by default 15 s. */
  readonly endsWithinMs?: number
}

function forwardLines(
  process: ChildProcess,
  onLine: (line: string, stream: Readable | null) => void,
) {
  for (const stream of [process.stdout, process.stderr]) {
    let rest = ""
    stream?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n")
      rest = lines.pop() ?? ""
      for (const line of lines) onLine(line, stream)
    })
  }
}

/** Starts a Node program as a child that ends with this process. */
export function startChild(options: ChildOptions): Child {
  const preload = join(root, "scripts", "exit-with-parent.mjs")
  const { program = process.execPath } = options
  const child = spawn(program, ["--import", preload, ...options.arguments], {
    cwd: root,
    env: { ...process.env, ...options.environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  })
  let lastFault = ""
  forwardLines(child, (line, stream) => {
    if (stream === child.stderr && line.trim() !== "") lastFault = line.trim()
    options.onLine?.(line)
  })
  let lastMessage = Date.now()
  child.on("message", (message) => {
    lastMessage = Date.now()
    options.onMessage?.(message)
  })
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`${options.name} could not start: ${error.message}`))
    child.once("exit", (code, signal) =>
      resolve(`${options.name} ended (${signal ?? `exit code ${code}`}).`),
    )
  })
  return {
    name: options.name,
    pid: child.pid,
    lastMessage: () => lastMessage,
    lastFault: () => lastFault,
    ended,
    send: (message) => void child.send(message),
    async stop() {
      child.kill("SIGTERM")
      const timer = setTimeout(() => child.kill("SIGKILL"), options.endsWithinMs ?? 15_000)
      await ended
      clearTimeout(timer)
    },
    async kill() {
      child.kill("SIGKILL")
      await ended
    },
  }
}

const deadlineMs = 120_000

/**
 * Waits until a GET of `url` returns 200. Throws if the child ends before that, or is silent for
 * two minutes, in which case it is killed. If `signal` aborts, the child is stopped.
 */
export async function waitUntilReady(
  child: Child,
  url: string,
  signal?: AbortSignal,
): Promise<void> {
  let end: string | undefined
  child.ended.then((sentence) => {
    end = sentence
  })
  const stop = () => void child.stop()
  if (signal?.aborted) stop()
  signal?.addEventListener("abort", stop)
  try {
    while (Date.now() - child.lastMessage() < deadlineMs) {
      if (end) throw new Error(`${end} ${child.lastFault()}`.trim())
      const answer = await fetch(url).catch(() => undefined)
      await answer?.arrayBuffer()
      if (answer?.status === 200) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await child.kill()
    throw new Error(`${child.name} did not become ready at ${url} within two minutes.`)
  } finally {
    signal?.removeEventListener("abort", stop)
  }
}
