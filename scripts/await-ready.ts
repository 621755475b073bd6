import { setTimeout as sleep } from "node:timers/promises"
import { explainReadiness, type Readiness } from "@/lib/server/health/readiness"

const everyMs = 500

/**
 * Resolves once a dashboard's `/readyz` returns 200. Until then prints the reasons whenever they
 * change, and at the end what the dashboard must do without.
 */
export async function awaitReady(url: string, tell: (line: string) => void): Promise<void> {
  for (let told = ""; ; await sleep(everyMs)) {
    const answer = await fetch(url).catch(() => undefined)
    const state = (await answer?.json().catch(() => undefined)) as Readiness | undefined
    const why = state ? explainReadiness(state).join(" ") : ""
    if (answer?.status === 200) {
      if (why !== "") tell(`Ready, but not for all. ${why}`)
      return
    }
    if (why !== "" && why !== told) tell(`Not ready yet. ${why}`)
    if (why !== "") told = why
  }
}
