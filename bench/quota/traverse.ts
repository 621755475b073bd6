// A process that follows lists in the background, one in the sync lane and three in the export lane, over and over, through the governor that instances share.
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { createKeyedDocuments, openPool } from "@/lib/db"
import { createUpstream, type Lane, readPages, type UpstreamConfig } from "@/lib/platform"
import { openGovernor } from "@/lib/server/platform/open-governor"

/** What the process is told at its start. */
export interface TraverseSettings {
  readonly databaseUrl: string
  readonly upstream: UpstreamConfig
  readonly rateLimit: number
  readonly dataSetId: string
}

const lanes: readonly Lane[] = ["sync", "export", "export", "export"]

function openUpstream({ databaseUrl, upstream: config, rateLimit }: TraverseSettings) {
  const pool = openPool(databaseUrl, { max: 4 })
  const documents = createKeyedDocuments({ pool, schema: "dashboard", set: "dashboard" })
  const governor = openGovernor({
    config: { rateLimit, upstream: config, redisPrefix: "unused" },
    pool,
    redis: undefined,
    documents,
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

  async function follow(lane: Lane): Promise<void> {
    const list = { operation, parameters: { dataSetId }, scope: "all", ticket: { lane } } as const
    const source = { ...list, upstream, catalogue, apiUrl }
    const first = { search: "limit=100", following: false }
    for await (const _page of readPages(source, first)) process.send?.(lane)
  }

  for (const lane of lanes)
    void (async () => {
      for (;;) await follow(lane).catch(() => new Promise((resolve) => setTimeout(resolve, 500)))
    })()
})
