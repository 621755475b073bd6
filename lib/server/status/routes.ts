import "server-only"
import { type DashboardStatus, statusContract } from "../../contract"
import { type BoundRoute, bindRoutes } from "../http/routes"

/** The state of the dashboard, for administrators. */
export const statusRoutes = (readStatus: () => Promise<DashboardStatus>): readonly BoundRoute[] =>
  bindRoutes(statusContract, { readStatus })
