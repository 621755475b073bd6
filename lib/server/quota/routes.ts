import "server-only"
import { quotaContract } from "../../contract"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { QuotaFeed } from "./quota-feed"
import type { QuotaStreams } from "./quota-streams"

export interface QuotaRoutesParts {
  readonly feed: Pick<QuotaFeed, "read">
  readonly streams: Pick<QuotaStreams, "open">
  /** Whether the person who sent the request is signed in still. */
  readonly isSignedIn: (request: Request) => Promise<boolean>
}

/** The quota's figures for whoever is signed in, as JSON or, where the request accepts them, as server-sent events. */
export const quotaRoutes = ({
  feed,
  streams,
  isSignedIn,
}: QuotaRoutesParts): readonly BoundRoute[] =>
  bindRoutes(quotaContract, {
    async readQuota({ session: { sub: person }, request, signal }) {
      const wantsEvents = request.headers.get("accept")?.includes("text/event-stream")
      if (!wantsEvents) return feed.read()
      return streams.open({ person, isSignedIn: () => isSignedIn(request), signal })
    },
  })
