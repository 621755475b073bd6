import type { Catalogue } from "../catalogue"
import type { Upstream } from "../upstream"
import type { CursorSeal } from "./cursor-seal"
import type { UpstreamHider } from "./hide-upstream"
import { ownPageUrl } from "./own-page-url"
import type { Question } from "./parse-question"
import { type Answer, isList } from "./print-answer"

/** Where the pipeline gets its answers from; throws `UpstreamError` or `BffError`. */
export type Source = (question: Question, requestId: string) => Promise<Answer>

/** Answers straight from the platform, with its page URLs turned into the dashboard's own. */
export function createLiveSource({
  catalogue,
  upstream,
  hider,
  cursors,
}: {
  catalogue: Catalogue
  upstream: Upstream
  hider: UpstreamHider
  cursors: CursorSeal
}): Source {
  return async ({ operation, parameters, search, following, scope }, requestId) => {
    const read = { operation, parameters, search, following, requestId }
    const { envelope, receivedAt } = await upstream.read(read)
    const answer = { envelope, source: "live", asOf: receivedAt } as const
    if (!isList(envelope)) return answer
    const pageUrl = (address: string | null | undefined) =>
      ownPageUrl(address, { catalogue, hider, cursors, scope })
    const nextUrl = await pageUrl(envelope.nextUrl)
    const previousUrl = await pageUrl(envelope.previousUrl)
    return { ...answer, nextUrl, previousUrl }
  }
}
