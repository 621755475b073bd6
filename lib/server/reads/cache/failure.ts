import { type ProblemCode, problems } from "../../../contract/problems"
import { isUpstreamError } from "../../../platform"
import { toBffError } from "../../http/problem"

/** The dashboard's own credentials are refused: that does not pass by itself, and old data would hide it. */
const lasting: readonly ProblemCode[] = ["upstream_unauthorized", "upstream_forbidden"]

const refusals: readonly number[] = [400, 403, 404, 410]

/** True for an error behind a gateway that may pass (502, 503, 504): a kept answer is then better than none (RFC 5861 "stale-if-error"). */
export function isPassing(error: unknown): boolean {
  const { code } = toBffError(error)
  return problems[code].status >= 502 && !lasting.includes(code)
}

/** True where the platform itself has said that there is no such answer any more, or not for the dashboard; a 401 speaks of credentials alone. */
export const isRefusal = (error: unknown): boolean =>
  isUpstreamError(error) && refusals.includes(error.status ?? 0)
