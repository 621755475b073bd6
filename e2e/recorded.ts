import { recorderUrl } from "./environment"
import type { RecordedCall } from "./recorder"

/** The calls that reached the reporting API so far, tokens requests included. */
export async function recordedCalls(): Promise<RecordedCall[]> {
  const answer = await fetch(`${recorderUrl()}/recorded`)
  return (await answer.json()) as RecordedCall[]
}
