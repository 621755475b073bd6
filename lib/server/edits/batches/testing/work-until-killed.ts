import type { UpstreamConfig } from "@/lib/platform"

/** What the child is told as its one argument, as JSON. */
export interface ChildOrder {
  readonly databaseUrl: string
  readonly schema: string
  readonly config: UpstreamConfig
  readonly leaseMs: number
}

const { leaseMs, ...order }: ChildOrder = JSON.parse(process.argv[2] ?? "")

/** Works on whatever batches there are, until it is killed. */
async function workUntilKilled(): Promise<void> {
  const { openBatchWorld, quickBatches } = await import("./open-batch-world")
  await openBatchWorld({ ...order, rule: { ...quickBatches, leaseMs } })
  process.stdout.write("working\n")
  setInterval(() => {}, 1000)
}

void workUntilKilled()
