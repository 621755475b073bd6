import "server-only"
import { quotaContract } from "../../contract"
import type { SessionReader } from "../../session"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { QuotaFeed } from "./quota-feed"
import type { QuotaStreams } from "./quota-streams"

export interface QuotaRoutesParts {
  readonly feed: Pick<QuotaFeed, "read">
  readonly streams: Pick<QuotaStreams, "open">
  readonly readSession: SessionReader
}

/**
 * The quota's figures for signed-in people, as JSON or, if the request accepts them, as server-sent
 * events.
 */
export const quotaRoutes = ({
  feed,
  streams,
  readSession,
}: QuotaRoutesParts): readonly BoundRoute[] =>
  bindRoutes(quotaContract, {
    async readQuota({ session: { sub: person }, request, cookies, signal }) {
      const wantsEvents = request.headers.get("accept")?.includes("text/event-stream")
      if (!wantsEvents) return feed.read()
      const isSignedIn = async () => (await readSession(cookies, { use: false })) !== undefined
      return streams.open({ person, isSignedIn, signal })
    },
  })
