import "server-only"
import { type CookieJar, createDiscovery, readSessionId, type SessionReader } from "../../session"
import { describeError } from "../http/log"
import { createAnswerAuth } from "../sessions/answer-auth"
import { sessionRoutes, sessionsRoutes } from "../sessions/routes"
import { createSessions } from "../sessions/sessions"
import { createSessionsTable } from "../sessions/table"
import type { openAudit } from "./audit"
import type { Base } from "./base"

const timer = () => performance.now()

export function openSessions({ config, pool, log }: Base, { audit }: ReturnType<typeof openAudit>) {
  const discover = createDiscovery(config.session.issuer, timer)
  const sessions = createSessions({
    config: config.session,
    discover,
    table: createSessionsTable({ pool }),
    timer,
    onFault: (error) => log.error({ error: describeError(error) }, "session"),
    onDisowned: ({ sub }) =>
      void audit.record({
        kind: "session_ended",
        details: { by: "identity", count: 1 },
        about: sub,
      }),
  })
  const readId = (cookies: CookieJar) => readSessionId(cookies, config.session)
  const readSession: SessionReader = async (cookies, { use = true } = {}) => {
    const id = readId(cookies)
    return id === undefined ? undefined : sessions.read(id, use)
  }
  return {
    discover,
    sessions,
    readSession,
    answerAuth: createAnswerAuth({
      config: config.session,
      sessions,
      discover,
      audit,
      log,
    }),
    routes: [
      ...sessionRoutes(readSession, sessions, readId, config),
      ...sessionsRoutes(sessions, readId),
    ],
  }
}
