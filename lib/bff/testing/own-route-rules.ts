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

const readersOfUsers: readonly Role[] = ["hr", "analyst", "admin"]
const somebody = "3f0f4c1e-6a53-4a6f-9a43-0d0c5b1f7aff"

/** Every route file but the catalogue's operations; one that is missing here fails the authorization test. */
export const ownRouteRules: Readonly<Record<string, OwnRouteRule>> = {
  "/api/activity": { path: "/api/activity", methods: ["GET"], roles: readersOfUsers },
  "/api/activity/export": {
    path: "/api/activity/export",
    methods: ["GET"],
    roles: readersOfUsers,
  },
  "/api/activity/people": {
    path: "/api/activity/people",
    methods: ["GET"],
    roles: readersOfUsers,
  },
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
  "/api/departments/batches": {
    path: "/api/departments/batches",
    methods: ["GET", "POST"],
    roles: readersOfUsers,
  },
  "/api/departments/batches/[id]": {
    path: `/api/departments/batches/${somebody}`,
    methods: ["GET", "PATCH"],
    roles: readersOfUsers,
  },
  "/api/departments/settings": {
    path: "/api/departments/settings",
    methods: ["GET", "PUT"],
    roles: readersOfUsers,
  },
  "/api/departments/tree": {
    path: "/api/departments/tree",
    methods: ["GET"],
    roles: readersOfUsers,
  },
  "/api/exports": { path: "/api/exports", methods: ["GET", "POST"], roles: "signed-in" },
  "/api/exports/[id]": {
    path: `/api/exports/${somebody}`,
    methods: ["GET", "PATCH", "DELETE"],
    roles: "signed-in",
  },
  "/api/exports/[id]/file": {
    path: `/api/exports/${somebody}/file`,
    methods: ["GET"],
    roles: "signed-in",
  },
  "/api/exports/[id]/manifest": {
    path: `/api/exports/${somebody}/manifest`,
    methods: ["GET"],
    roles: "signed-in",
  },
  "/api/exports/estimate": {
    path: "/api/exports/estimate",
    methods: ["GET"],
    roles: "signed-in",
  },
  "/api/kpis/[dataSetId]/rows": {
    path: `/api/kpis/${somebody}/rows`,
    methods: ["GET"],
    roles: ["analyst", "admin"],
  },
  "/api/kpis/[dataSetId]/series": {
    path: `/api/kpis/${somebody}/series`,
    methods: ["GET"],
    roles: ["analyst", "admin"],
  },
  "/api/kpis/[dataSetId]/suggestions": {
    path: `/api/kpis/${somebody}/suggestions`,
    methods: ["GET"],
    roles: ["analyst", "admin"],
  },
  "/api/kpis/settings": {
    path: "/api/kpis/settings",
    methods: ["GET", "PUT"],
    roles: ["analyst", "admin"],
  },
  "/api/names/departments": {
    path: "/api/names/departments",
    methods: ["GET"],
    roles: readersOfUsers,
  },
  "/api/names/users": {
    path: "/api/names/users",
    methods: ["GET", "PUT", "DELETE"],
    roles: ["admin"],
  },
  "/api/names/users/lookup": {
    path: "/api/names/users/lookup",
    methods: ["POST"],
    roles: readersOfUsers,
  },
  "/api/palette": { path: "/api/palette", methods: ["GET"], roles: "signed-in" },
  "/api/quota": { path: "/api/quota", methods: ["GET"], roles: "signed-in" },
  "/api/recents": { path: "/api/recents", methods: ["GET", "POST"], roles: "signed-in" },
  "/api/sessions": { path: "/api/sessions", methods: ["DELETE"], roles: "signed-in" },
  "/api/sessions/[person]": {
    path: `/api/sessions/${somebody}`,
    methods: ["DELETE"],
    roles: ["admin"],
  },
  "/api/sync": { path: "/api/sync", methods: ["GET", "POST"], roles: "signed-in" },
  "/api/sync/runs": { path: "/api/sync/runs", methods: ["GET"], roles: "signed-in" },
  "/api/views": { path: "/api/views", methods: ["GET", "POST"], roles: "signed-in" },
  "/api/views/[view]": {
    path: `/api/views/${somebody}`,
    methods: ["PATCH", "DELETE"],
    roles: "signed-in",
  },
  "/api/views/defaults": { path: "/api/views/defaults", methods: ["PUT"], roles: "signed-in" },
  "/api/views/hidden": { path: "/api/views/hidden", methods: ["PUT"], roles: "signed-in" },
  "/api/views/pinned": { path: "/api/views/pinned", methods: ["GET"], roles: "signed-in" },
  "/api/workspace": {
    path: "/api/workspace",
    methods: ["GET", "POST", "PATCH", "DELETE", "PUT"],
    roles: ["admin"],
  },
  "/api/workspace/check": { path: "/api/workspace/check", methods: ["POST"], roles: ["admin"] },
  "/api/workspace/export": { path: "/api/workspace/export", methods: ["GET"], roles: ["admin"] },
  "/healthz": { path: "/healthz", methods: ["GET"], roles: undefined },
  "/metrics": { path: "/metrics", methods: ["GET"], roles: undefined },
  "/readyz": { path: "/readyz", methods: ["GET"], roles: undefined },
}
