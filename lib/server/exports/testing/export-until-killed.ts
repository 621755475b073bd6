import type { UpstreamConfig } from "@/lib/platform"
import { openExportWorld } from "./open-export-world"

/** What the child is told as its one argument, as JSON. */
export interface ChildOrder {
  readonly databaseUrl: string
  readonly schema: string
  readonly config: UpstreamConfig
  readonly leaseMs: number
}

const { leaseMs, ...order }: ChildOrder = JSON.parse(process.argv[2] ?? "")

/** Works on whatever exports there are, until it is killed. */
async function exportUntilKilled(): Promise<void> {
  const { quickRunner } = await import("./open-export-world")
  await openExportWorld({ ...order, rule: { ...quickRunner, leaseMs } })
  process.stdout.write("working\n")
  setInterval(() => {}, 1000)
}

void exportUntilKilled()
