import "server-only"
import { Hono } from "hono"
import { compress } from "hono/compress"
import { takesGzip } from "./http/answers"
import type { AppEnv, Arrival } from "./http/app-env"
import { createRefusal, type LogParts, logRequests } from "./http/log-requests"
import { BffError } from "./http/problem"
import { splitTarget } from "./http/request-target"
import { type AccessParts, addMounts, type BoundRoute, type Mount, mountRoute } from "./http/routes"

export interface AppParts extends AccessParts, LogParts {
  /** Routes of our own API. */
  readonly routes: readonly BoundRoute[]
  /** The platform's operations. */
  readonly operations?: readonly Mount[]
}

/**
 * The backend: what `/api`, the health checks and the metrics answer, whoever hands the request over. A
 * refusal is an `application/problem+json` answer, never a throw.
 */
export function createApp({ routes, operations = [], ...parts }: AppParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>({
    // Segments stay as they were written: `%2F` in one is no slash.
    getPath: (request, options) => {
      const { target = request.url } = (options?.env ?? {}) as Arrival
      return splitTarget(target).path
    },
  })
  const refuse = createRefusal(parts)
  const compressed = compress({ encoding: "gzip" })
  app.use(logRequests(parts))
  // For others it would copy each answer, to say how it varies.
  app.use((c, next) =>
    c.env?.encodes === true && takesGzip(c.req.raw.headers) ? compressed(c, next) : next(),
  )
  addMounts(app, [...routes.map((bound) => mountRoute(bound, parts)), ...operations])
  app.notFound((c) => refuse(new BffError("unknown_path"), c))
  app.onError(refuse)
  return app
}
