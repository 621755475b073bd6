import { z } from "zod"
import { defineRoute } from "./route"

/**
 * Endpoints for operators and integrators: the state of an instance, without a session since it
 * contains no personal or business data, and the description of this API.
 */
export const systemContract = {
  readDescription: defineRoute({
    name: "read-description",
    method: "GET",
    path: "/api/openapi.json",
    summary: "Read this description, as OpenAPI 3.1",
    permission: "signed-in",
    scope: "none",
    answer: z.looseObject({ openapi: z.string() }),
    problems: [],
  }),
  readDescriptionPage: defineRoute({
    name: "read-description-page",
    method: "GET",
    path: "/api/docs",
    summary: "Read this description as a page",
    permission: "signed-in",
    scope: "none",
    answer: null,
    files: ["text/html"],
    problems: [],
  }),
  readDescriptionScript: defineRoute({
    name: "read-description-script",
    method: "GET",
    path: "/api/docs/{file}",
    summary: "Read the script of that page",
    permission: "signed-in",
    scope: "none",
    parameters: z.object({ file: z.string() }),
    answer: null,
    files: ["text/javascript"],
    problems: ["unknown_path"],
  }),
  readHealth: defineRoute({
    name: "health",
    method: "GET",
    path: "/healthz",
    summary: "See that the process answers",
    permission: "public",
    scope: "none",
    answer: z.strictObject({ status: z.literal("ok") }),
    problems: [],
  }),
  readReadiness: defineRoute({
    name: "readiness",
    method: "GET",
    path: "/readyz",
    summary: "See whether the dashboard can serve reports",
    permission: "public",
    scope: "none",
    answer: z.strictObject({
      status: z.enum(["ready", "not_ready"]),
      /** Why no request can be answered. */
      reason: z.enum(["migrating", "database_unreachable"]).exactOptional(),
      database: z.string(),
      upstream: z.string(),
      /**
       * Limitations of an instance that serves: `upstream`, `tables_newer`, `tables_older`,
       * `copies_misfit`.
       */
      impaired: z.array(z.string()),
      /** It serves for a while longer and then exits. */
      draining: z.literal(true).exactOptional(),
    }),
    otherwise: { 503: { meaning: "What is missing.", holds: "answer" } },
    problems: [],
  }),
  readMetrics: defineRoute({
    name: "metrics",
    method: "GET",
    path: "/metrics",
    summary: "Read what this instance counts, for Prometheus",
    permission: "public",
    scope: "none",
    answer: null,
    files: ["text/plain"],
    problems: [],
  }),
  endIdentitySession: defineRoute({
    name: "end-session",
    method: "GET",
    path: "/api/auth/end-session",
    summary: "Go to the identity's sign-out and come back to the sign-in page",
    permission: "public",
    scope: "none",
    answer: null,
    otherwise: { 302: { meaning: "On to the identity's sign-out.", holds: "nothing" } },
    problems: [],
  }),
}
