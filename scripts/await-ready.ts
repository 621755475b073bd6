import { setTimeout as sleep } from "node:timers/promises"
import { explainReadiness, type Readiness } from "@/lib/server/health/readiness"

const everyMs = 500

/** Resolves once a dashboard's `/readyz` answers 200; until then tells why it does not, whenever that changes. */
export async function awaitReady(url: string, tell: (line: string) => void): Promise<void> {
  for (let told = ""; ; await sleep(everyMs)) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return
    const state = (await answer?.json().catch(() => undefined)) as Readiness | undefined
    const why = state ? explainReadiness(state).join(" ") : ""
    if (why !== "" && why !== told) tell(`Not ready yet. ${why}`)
    if (why !== "") told = why
  }
}
