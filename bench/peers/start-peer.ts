import { existsSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { startChild } from "@/scripts/child"
import { baselineFolder, ensureBaselines } from "../ensure-baselines"
import type { SuiteContext } from "../suite"

const oldestNode = 22
const deadlineMs = 120_000
const folder = baselineFolder("baselines/peers")

/**
 * An alternative to the product, run by a file of `bench/baselines/peers` that listens on a
 * loopback port and sends it to its parent.
 */
export interface Peer {
  readonly name: string
  readonly file: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * The Node that the peers need: this one if it is new enough, otherwise the one in their lockfile
 * for the platform.
 */
function findNode(): string {
  if (Number(process.versions.node.split(".")[0]) >= oldestNode) return process.execPath
  const { platform, arch } = process
  const program = platform === "win32" ? "node.exe" : "node"
  const names = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]
  const paths = names.map((name) =>
    join(folder, "node_modules", name.replace("win32", "win"), "bin", program),
  )
  const found = paths.find((path) => existsSync(path))
  if (!found)
    throw new Error(
      `it asks for Node ${oldestNode}, which is not installed for ${platform} ${arch}.`,
    )
  return found
}

async function start({ keep, print }: SuiteContext, { name, file, environment }: Peer) {
  ensureBaselines("baselines/peers", print)
  let tellPort: (port: number) => void = () => {}
  const port = new Promise<number>((resolve) => {
    tellPort = resolve
  })
  const lines: string[] = []
  const child = keep(
    startChild({
      name,
      program: findNode(),
      arguments: [join(folder, file)],
      environment: { ...environment, NODE_ENV: "production" },
      onLine: (line) => lines.push(line),
      onMessage: (message) => tellPort((message as { port: number }).port),
    }),
  )
  const fail = (sentence: string) => {
    const fault = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? ""
    throw new Error(`${sentence} ${fault}`.trim())
  }
  const started = await Promise.race([
    port,
    child.ended.then(fail),
    delay(deadlineMs, undefined, { ref: false }).then(() => fail("It was silent for two minutes.")),
  ])
  return `http://127.0.0.1:${started}`
}

/** A peer's origin, or the reason why it cannot run. */
export type StartedPeer = { readonly origin: string } | { readonly missing: string }

/** Installs the peers if they are missing, and starts one. */
export const startPeer = (context: SuiteContext, peer: Peer): Promise<StartedPeer> =>
  start(context, peer).then(
    (origin) => ({ origin }),
    (error: unknown) => ({
      missing: `${peer.name}: ${error instanceof Error ? error.message : error}`,
    }),
  )
