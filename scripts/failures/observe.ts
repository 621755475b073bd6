import { catalogue } from "@/lib/catalogue"
import { messagesOf } from "@/lib/client/messages/messages-of"
import { openPool } from "@/lib/db"
import { createUpstream } from "@/lib/platform"
import type { Config } from "@/lib/server/config"
import { examine, type examined } from "@/lib/server/doctor/examine"
import { createDatabaseProbe } from "@/lib/server/health/database"
import { createReadiness, type Readiness, type ReadinessParts } from "@/lib/server/health/readiness"
import type { Failure } from "./failure"

type Seen = Omit<Failure, "name" | "skipped">

const { status: texts } = messagesOf("en").settings
const textOf = (of: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(of, code) ? of[code] : undefined

const well: Pick<ReadinessParts, "askDatabase" | "upstream" | "clock"> = {
  askDatabase: async () => {},
  upstream: { checkAccess: async () => {}, isDown: false },
  clock: Date.now,
}

const fault = ({ status, ...parts }: Readiness, part: "database" | "upstream") => {
  const impaired = parts.impaired.length > 0 ? `, impaired: ${parts.impaired.join(", ")}` : ""
  const answer = status === "ready" ? 200 : 503
  const own = parts[part] === "ok" ? "" : `, ${part}: ${parts[part]}`
  return `${answer} ${status}${own}${impaired}`
}

/** The first line of the doctor's that is not well; undefined where all is. */
export async function consult(
  config: Config,
  part: (typeof examined)[number],
): Promise<string | undefined> {
  for await (const { what, state, text } of examine(config, [part]))
    if (state !== "ok") return `${what}: ${text}`
  return undefined
}

/** What is seen of the database of these settings. */
export async function observeDatabase(config: Config): Promise<Seen> {
  const pool = openPool(config.databaseUrl, { max: 2, waitTimeoutMs: 1500, answerTimeoutMs: 1500 })
  const readiness = await createReadiness({ ...well, askDatabase: createDatabaseProbe(pool) })()
  await pool.end()
  return {
    command: await consult(config, "database"),
    readyz: fault(readiness, "database"),
    page: textOf(texts.database, readiness.database),
  }
}

/** What is seen of the platform of these settings, `afterwards` of one that has answered before. */
export async function observePlatform(
  config: Config,
  afterwards?: () => Promise<void>,
): Promise<Seen> {
  const { upstream: settings } = config
  const upstream = createUpstream({ catalogue, config: settings, clock: Date.now })
  const time = { now: Date.now() }
  const state = { upstream: upstream as ReadinessParts["upstream"] }
  const readReadiness = createReadiness({
    ...well,
    upstream: {
      checkAccess: () => state.upstream.checkAccess(),
      get isDown() {
        return state.upstream.isDown
      },
    },
    clock: () => time.now,
    rememberMs: 0,
    deadlineMs: 5000,
  })
  if (afterwards) {
    await readReadiness()
    await afterwards()
    // The token is still good; a new one has to be got.
    state.upstream = createUpstream({ catalogue, config: settings, clock: Date.now })
  }
  const readiness = await readReadiness()
  await upstream.close()
  return {
    command: await consult(config, "platform"),
    readyz: fault(readiness, "upstream"),
    page: textOf(texts.upstream, readiness.upstream) ?? texts.upstream.upstream_failed,
  }
}

/** What is seen of tables that do not fit. */
export async function observeTables(
  askTables: NonNullable<ReadinessParts["askTables"]>,
): Promise<Seen> {
  const readiness = await createReadiness({ ...well, askTables })()
  const [code = ""] = readiness.impaired
  return { readyz: fault(readiness, "database"), page: textOf(texts.problems, code) }
}
