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
  /** Routes of the dashboard's own API. */
  readonly routes: readonly BoundRoute[]
  readonly operations?: readonly Mount[]
}

/**
 * The backend: serves `/api`, the health checks and the metrics. It never throws; a failed request
 * is an `application/problem+json` response.
 */
export function createApp({ routes, operations = [], ...parts }: AppParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>({
    // Keeps segments undecoded, so that `%2F` in a segment is not a separator.
    getPath: (request, options) => {
      const { target = request.url } = (options?.env ?? {}) as Arrival
      return splitTarget(target).path
    },
  })
  const refuse = createRefusal(parts)
  const compressed = compress({ encoding: "gzip" })
  app.use(logRequests(parts))
  // Other mounts compress for themselves, and the middleware would copy each response to set
  // `vary`.
  app.use((c, next) =>
    c.env?.encodes === true && takesGzip(c.req.raw.headers) ? compressed(c, next) : next(),
  )
  addMounts(app, [...routes.map((bound) => mountRoute(bound, parts)), ...operations])
  app.notFound((c) => refuse(new BffError("unknown_path"), c))
  app.onError(refuse)
  return app
}
