import type { Person } from "../dashboard/person"
import { measureInterleaved } from "../interleave"
import { percentile } from "../percentile"
import type { Row } from "../row"
import { runSql } from "../service/running-service"
import type { Size, SuiteContext, SuiteResult } from "../suite"
import { copyToPlainTable, peerSchema } from "./plain-table"
import {
  type Cells,
  printOwnPath,
  printPeerQuery,
  readOwnCells,
  readPeerCells,
  type SeriesRequest,
  seriesRequests,
} from "./series-requests"
import { startPeer } from "./start-peer"

const rounds: Readonly<Record<Size, number>> = { quick: 10, normal: 40, large: 20 }
const rollupSchema = "peer_rollups"
/**
 * Cube caches the result of a statement: each request has a different limit, above the number of
 * its cells, so that all are computed.
 */
const limits = { from: 10_000, to: 50_000 }
const maxWaits = 120
const newerCube =
  "Cube 1.7: it puts answers together in a compiled module that is downloaded from elsewhere than npm. Cube 0.35.81 is measured instead, which answers without."

/** The same points in Cube's model: without rollups, and with one for each request, built in the source database. */
const cubes = { plain: "plain_points", rolled: "rolled_points" } as const

interface CubeReader {
  /** Returns the result; waits as Cube's clients do. */
  readonly read: (cube: string, request: SeriesRequest) => Promise<string>
  /** The number of rollups that a result is computed from. */
  readonly countRollups: (cube: string, request: SeriesRequest) => Promise<number>
}

async function fetchText(url: string): Promise<string> {
  const answer = await fetch(url)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text
}

function openCube(origin: string): CubeReader {
  let requests = 0
  const nextLimit = () => limits.from + (requests++ % (limits.to - limits.from))
  const urlOf = (route: string, cube: string, request: SeriesRequest) => {
    const search = new URLSearchParams({ query: printPeerQuery(cube, request, nextLimit()) })
    return `${origin}/cubejs-api/v1/${route}?${search}`
  }
  return {
    async read(cube, request) {
      const url = urlOf("load", cube, request)
      for (let wait = 0; wait < maxWaits; wait += 1) {
        const text = await fetchText(url)
        if (!text.startsWith('{"error":"Continue wait"')) return text
      }
      throw new Error(`Cube did not answer "${request.name}" in time.`)
    },
    async countRollups(cube, request) {
      const text = await fetchText(urlOf("sql", cube, request))
      const { sql } = JSON.parse(text) as { sql: { preAggregations?: unknown[] } }
      return sql.preAggregations?.length ?? 0
    },
  }
}

const isNear = (one: number, other: number | undefined) =>
  other !== undefined && Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one))

/** Throws unless both have the same value in every cell. */
function requireSameCells(name: string, own: Cells, other: Cells): void {
  const differs = [...own].find(([cell, value]) => !isNear(value, other.get(cell)))
  if (differs || own.size !== other.size || own.size === 0)
    throw new Error(
      `"${name}": ${own.size} cells beside ${other.size}; ${JSON.stringify(differs)} is ${differs && other.get(differs[0])} in Cube.`,
    )
}

const timed = (work: () => Promise<unknown>) => async () => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Builds the rollups by querying, and checks that both of Cube's results equal the dashboard's. */
async function requireSameAnswers(readOwn: OwnReader, cube: CubeReader): Promise<void> {
  for (const request of seriesRequests) {
    const own = readOwnCells(await readOwn(request))
    for (const [kind, name] of Object.entries(cubes)) {
      const text = await cube.read(name, request)
      requireSameCells(request.name, own, readPeerCells(name, request, text))
      const rollups = await cube.countRollups(name, request)
      if (rollups !== (kind === "plain" ? 0 : 1))
        throw new Error(`Cube answers "${request.name}" from ${rollups} rollups as ${name}.`)
    }
  }
}

type OwnReader = (request: SeriesRequest) => Promise<string>

async function compareRequest(
  size: Size,
  readOwn: OwnReader,
  cube: CubeReader,
  request: SeriesRequest,
): Promise<Row[]> {
  const taken = await measureInterleaved(
    {
      own: timed(() => readOwn(request)),
      plain: timed(() => cube.read(cubes.plain, request)),
      rolled: timed(() => cube.read(cubes.rolled, request)),
    },
    rounds[size],
  )
  const row = (share: number) => ({
    name: `Series, ${request.name}, p${share * 100}`,
    unit: "ms",
    figure: percentile(taken.own, share),
  })
  const plain = (share: number) => ({
    name: "Cube without rollups",
    figure: percentile(taken.plain, share),
  })
  const rolled = (share: number) => ({
    name: "Cube with rollups",
    figure: percentile(taken.rolled, share),
  })
  return [
    { ...row(0.95), baseline: plain(0.95), goal: { atMost: 0.2 } },
    { ...row(0.95), baseline: rolled(0.95), goal: { atMost: 1 } },
    { ...row(0.5), baseline: rolled(0.5) },
  ]
}

/** The dashboard's copy of a data set, and the person who queries it. */
export interface CopiedDataSet {
  readonly databaseUrl: string
  readonly dataSetId: string
  readonly person: Person
}

/**
 * Compares the dashboard's series with those of an analytics server over HTTP, over the same points
 * in the same database.
 */
export async function compareSeriesPeer(
  context: SuiteContext,
  { databaseUrl, dataSetId, person }: CopiedDataSet,
): Promise<Pick<SuiteResult, "rows" | "missing">> {
  await runSql(databaseUrl, (client) => copyToPlainTable(client, "replica", dataSetId))
  const started = await startPeer(context, {
    name: "Cube",
    file: "cube.mjs",
    environment: {
      PEER_DATABASE_URL: databaseUrl,
      PEER_SCHEMA: peerSchema,
      PEER_ROLLUP_SCHEMA: rollupSchema,
    },
  })
  if ("missing" in started) return { rows: [], missing: [started.missing, newerCube] }
  const cube = openCube(started.origin)
  const readOwn: OwnReader = async (request) =>
    (await person.request(printOwnPath(dataSetId, request))).text()
  context.print("Cube builds its rollups, and its answers are checked …")
  await requireSameAnswers(readOwn, cube)
  await runSql(databaseUrl, (client) => client.query("vacuum analyze"))
  const rows: Row[] = []
  for (const request of seriesRequests) {
    context.print(`A series, ${request.name}: the dashboard and Cube in turn …`)
    rows.push(...(await compareRequest(context.size, readOwn, cube, request)))
  }
  return { rows, missing: [newerCube] }
}
