import type { Role } from "../../session"

/** Who may ask a route of the dashboard's own, by the pattern of its file. */
export interface OwnRouteRule {
  /** A path that the pattern finds. */
  readonly path: string
  /** Methods that do something; every other one is refused. */
  readonly methods: readonly string[]
  /** Undefined for routes that need no session, which must tell nothing that is anybody's. */
  readonly roles: readonly Role[] | "signed-in" | undefined
}

const somebody = "3f0f4c1e-6a53-4a6f-9a43-0d0c5b1f7aff"

/** Every route file but the catalogue's operations; one that is missing here fails the authorization test. */
export const ownRouteRules: Readonly<Record<string, OwnRouteRule>> = {
  "/api/auth/[...nextauth]": {
    path: "/api/auth/session",
    methods: ["GET", "POST"],
    roles: undefined,
  },
  "/api/auth/end-session": {
    path: "/api/auth/end-session",
    methods: ["GET"],
    roles: undefined,
  },
  "/api/quota": { path: "/api/quota", methods: ["GET"], roles: "signed-in" },
  "/api/sessions": { path: "/api/sessions", methods: ["DELETE"], roles: "signed-in" },
  "/api/sessions/[person]": {
    path: `/api/sessions/${somebody}`,
    methods: ["DELETE"],
    roles: ["admin"],
  },
  "/healthz": { path: "/healthz", methods: ["GET"], roles: undefined },
  "/metrics": { path: "/metrics", methods: ["GET"], roles: undefined },
  "/readyz": { path: "/readyz", methods: ["GET"], roles: undefined },
}
