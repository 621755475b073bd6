import { recorderUrl } from "./environment"
import type { RecordedCall } from "./recorder"

/** The calls that have reached the reporting API so far, token requests included. */
export async function recordedCalls(): Promise<RecordedCall[]> {
  const answer = await fetch(`${recorderUrl()}/recorded`)
  return (await answer.json()) as RecordedCall[]
}

/** Whether the request with this `x-request-id` caused a call to the reporting API. */
export async function reachedUpstream(requestId: string | null | undefined): Promise<boolean> {
  if (!requestId) throw new Error("The answer carries no x-request-id.")
  return (await recordedCalls()).some((call) => call.requestId === requestId)
}
