import { recorderUrl } from "./environment"
import type { RecordedCall } from "./recorder"

/** The calls that reached the reporting API so far, tokens requests included. */
export async function recordedCalls(): Promise<RecordedCall[]> {
  const answer = await fetch(`${recorderUrl()}/recorded`)
  return (await answer.json()) as RecordedCall[]
}

/** Whether the reporting API was asked on behalf of an answer, which its `x-request-id` tells. */
export async function reachedUpstream(requestId: string | null | undefined): Promise<boolean> {
  if (!requestId) throw new Error("The answer carries no x-request-id.")
  return (await recordedCalls()).some((call) => call.requestId === requestId)
}
