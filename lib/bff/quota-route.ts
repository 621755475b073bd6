import "server-only"
import type { OwnRoute } from "./own-routes"
import type { QuotaFeed } from "./quota-feed"
import type { QuotaStreams } from "./quota-streams"

export interface QuotaRouteParts {
  readonly feed: Pick<QuotaFeed, "read">
  readonly streams: Pick<QuotaStreams, "open">
  readonly isSignedIn: () => Promise<boolean>
}

/** The quota's figures for whoever is signed in, as JSON or, where the request accepts them, as server-sent events. */
export const quotaRoute = ({ feed, streams, isSignedIn }: QuotaRouteParts): OwnRoute => ({
  name: "quota",
  method: "GET",
  permit: () => {},
  async answer({ sub: person }, { headers, signal }) {
    const wantsEvents = headers.get("accept")?.includes("text/event-stream")
    return wantsEvents ? streams.open({ person, isSignedIn, signal }) : feed.read()
  },
})
