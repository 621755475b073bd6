import { z } from "zod"
import { defineRoute } from "./route"

/** What operators and integrators ask: of an instance without a session, as nothing of it is about a person or about data, and the description of our own API. */
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
      database: z.string(),
      upstream: z.string(),
      /** What it does without though it serves: `upstream`, `tables_newer`, `tables_older`, `copies_misfit`. */
      impaired: z.array(z.string()),
      /** It serves on for a while and then ends. */
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
