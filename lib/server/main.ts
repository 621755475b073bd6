import "server-only"
import { catalogue } from "../catalogue"
import { answersRoutes } from "./answers/routes"
import { createApp } from "./app"
import { recordRoutes } from "./audit/recorded-routes"
import { openExports } from "./exports/open-exports"
import { namesOf } from "./exports/page-names"
import { exportsRoutes } from "./exports/routes"
import { createExpensiveWork } from "./http/slots"
import { goalsRoutes } from "./kpis/goals-routes"
import { openSeries } from "./kpis/open-series"
import { type FileTexts, kpisRoutes } from "./kpis/routes"
import { notesRoutes, readNotes } from "./notes/routes"
import { openAudit } from "./open/audit"
import type { Base } from "./open/base"
import { openCopies } from "./open/copies"
import { openEditing } from "./open/editing"
import { openErasure } from "./open/erasure"
import type { Feature } from "./open/feature"
import { openHealth } from "./open/health"
import { openPlatform } from "./open/platform"
import { openSources } from "./open/reads"
import { openSaved } from "./open/saved"
import { openSessions } from "./open/sessions"
import { createQuotaStreams } from "./quota/quota-streams"
import { quotaRoutes } from "./quota/routes"
import { createReads, operationRoutes } from "./reads/operations"
import { withDeadline } from "./reads/with-deadline"
import { workspaceRoutes } from "./workspace/routes"

/** How long closing all features may take, in milliseconds. */
const closingMs = 3_000

/** Opens every feature once, in the order of their dependencies. */
export function openFeatures(base: Base, isDraining: () => boolean) {
  const { config, expensivePool, clock, log } = base
  const features: Feature[] = []
  const add = <F extends Feature>(feature: F): F => {
    features.push(feature)
    return feature
  }

  const slots = createExpensiveWork()
  const audit = add(openAudit(base))
  const platform = add(openPlatform(base))
  const sessions = add(openSessions(base, audit))
  const saved = add(openSaved(base, platform, slots))
  const copies = add(openCopies(base, platform, saved, (dataSetId) => series.form(dataSetId)))
  const sources = add(openSources(base, copies, saved.names))
  const editing = add(openEditing(base, platform, sessions, saved, sources))

  const { upstream, feed } = platform
  const { readSession } = sessions
  const { departments, notes, names } = saved
  const { replica } = copies
  const series = openSeries({
    ...base,
    ...config,
    catalogue,
    replica,
    upstream,
    departments,
    slots,
  })
  const { guard, setting, parts } = series
  const texts: FileTexts = {
    readNotes: (session, dataSetId) => readNotes(notes, session, dataSetId),
    async nameOf(dataSetId) {
      const { entries } = await saved.workspace.readWorkspace()
      return entries.find(({ kind, id }) => kind === "dataSet" && id === dataSetId)
    },
  }
  add({ routes: kpisRoutes(parts, setting, texts), close: series.close })
  add({ routes: goalsRoutes(parts, series.goals, { ...texts, existence: saved.existence }) })
  add({ routes: notesRoutes({ list: parts.list, notes, existence: saved.existence }) })

  const reads = createReads({
    ...base,
    catalogue,
    upstream,
    cache: sources.cache,
    copies: sources.copies,
    guards: { dataPoint: guard },
  })
  add({ routes: workspaceRoutes({ catalogue, editor: saved.workspace, read: reads.read }) })
  const { wholes, wholePages } = sources.copies
  const findNames: Parameters<typeof answersRoutes>[0]["findNames"] = (wanted, sight) =>
    namesOf(wanted, sight, names)
  add({ routes: answersRoutes({ catalogue, wholes, guard, slots, findNames }) })

  const exports = openExports({
    pool: expensivePool,
    catalogue,
    config: config.upstream,
    upstream,
    guard,
    wholePages,
    names,
    slots,
    log,
    holder: base.instanceId,
  })
  add({
    routes: exportsRoutes({ catalogue, service: exports.service, feed }),
    stop: () => void exports.stop(),
    close: exports.stop,
  })

  const streams = createQuotaStreams(feed)
  add({ routes: quotaRoutes({ feed, streams, readSession }), stop: streams.close })

  add(openErasure(base, sources))
  add(openHealth(base, { platform, sessions, copies, sources, series }, isDraining))

  const access = { origin: config.session.origin, readSession }
  const { refusals } = audit
  const app = createApp({
    ...access,
    clock,
    log,
    refusals,
    hide: reads.upstreamHider.hideText,
    operations: operationRoutes({ ...access, catalogue, reads, editor: editing.editor }),
    routes: recordRoutes(
      features.flatMap(({ routes = [] }) => routes),
      audit.audit,
    ),
  })

  async function closeAll(): Promise<void> {
    for (const feature of features.toReversed()) await feature.close?.()
  }

  return {
    app,
    answerAuth: sessions.answerAuth,
    recordDenied: refusals.refused,
    drain: copies.stopIndexing,
    async stop(closeServers: () => Promise<void>) {
      for (const { stop } of features) stop?.()
      await closeServers()
      await withDeadline(closeAll(), closingMs).catch(() => {})
    },
  }
}
