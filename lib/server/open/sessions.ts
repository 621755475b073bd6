import "server-only"
import { createDiscovery, createSessionReader, readSessionId } from "../../session"
import { countSignIns } from "../health/count-work"
import { createAnswerAuth } from "../sessions/answer-auth"
import { openSessions as openTable } from "../sessions/open-sessions"
import { sessionRoutes, sessionsRoutes } from "../sessions/routes"
import type { openAudit } from "./audit"
import type { Base } from "./base"

const timer = () => performance.now()

/** Who is signed in, and where else. */
export function openSessions(
  { config, pool, bus, log, metrics }: Base,
  { audit }: ReturnType<typeof openAudit>,
) {
  const discover = createDiscovery(config.session.issuer, timer)
  const onDisowned = (session: { sub: string }) =>
    void audit.record({
      kind: "session_ended",
      details: { by: "identity", count: 1 },
      about: session.sub,
    })
  const table = openTable({ config: config.session, discover, pool, bus, log, onDisowned })
  const sessions = countSignIns(metrics, table)
  const readSession = createSessionReader({ config: config.session, sessions, timer })
  return {
    discover,
    sessions,
    readSession,
    answerAuth: createAnswerAuth({ config: config.session, sessions, discover, audit, log }),
    routes: [
      ...sessionRoutes(readSession, config),
      ...sessionsRoutes(sessions, (cookies) => readSessionId(cookies, config.session)),
    ],
  }
}
