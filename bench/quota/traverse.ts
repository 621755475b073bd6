// A process that reads lists in the background, one of priority sync and three of priority export,
// in a loop, through the governor that instances share.
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import { createUpstream, type Priority, readPages, type UpstreamConfig } from "@/lib/platform"
import { openGovernor } from "@/lib/server/platform/open-governor"

/** The settings of the process, sent at its start. */
export interface TraverseSettings {
  readonly databaseUrl: string
  readonly upstream: UpstreamConfig
  readonly rateLimit: number
  readonly dataSetId: string
}

const priorities: readonly Priority[] = ["sync", "export", "export", "export"]

function openUpstream({ databaseUrl, upstream: config, rateLimit }: TraverseSettings) {
  const pool = openPool(databaseUrl, { max: 4 })
  const governor = openGovernor({
    config: { rateLimit, copyBudget: undefined, upstream: config },
    pool,
  })
  return createUpstream({ catalogue, config, clock: Date.now, governor })
}

process.once("disconnect", () => process.exit())
process.once("message", (settings: TraverseSettings) => {
  const {
    upstream: { apiUrl },
    dataSetId,
  } = settings
  const upstream = openUpstream(settings)
  const operation = findOperation(catalogue, "data-points") as ListOperation

  async function follow(priority: Priority): Promise<void> {
    const list = {
      operation,
      parameters: { dataSetId },
      scope: "all",
      ticket: { priority },
    } as const
    const source = { ...list, upstream, catalogue, apiUrl }
    const first = { search: "limit=100", following: false }
    for await (const _page of readPages(source, first)) process.send?.(priority)
  }

  for (const priority of priorities)
    void (async () => {
      for (;;)
        await follow(priority).catch(() => new Promise((resolve) => setTimeout(resolve, 500)))
    })()
})
