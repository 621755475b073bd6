import { z } from "zod"
import { type JsonObject, refer } from "../catalogue/openapi"
import { editVerdict } from "./activity"
import { type ProblemCode, problems } from "./problems"
import { fault } from "./values"

const told = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.optional().meta({ description })

/** The body of every error response. */
const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().meta({ description: "A sentence that says what to do." }),
  code: z.enum(Object.keys(problems)),
  requestId: z.string().meta({ description: "The request's name in the log." }),
  retryAfter: told(z.int(), "Seconds, where waiting helps."),
  permission: told(z.string(), "What the person lacks."),
  verdict: told(editVerdict, "What the record shows where the outcome of a change is unknown."),
  errors: told(z.array(fault), "What is wrong in the path, the query, the body or a file."),
})

export function describeProblem(): JsonObject {
  const { $schema: _, ...described } = z.toJSONSchema(problem)
  return { description: "Why a request was refused (RFC 9457).", ...described }
}

const describeRefusal = (codes: readonly ProblemCode[]): JsonObject => ({
  description: codes.map((code) => `- \`${code}\`: ${problems[code].title}`).join("\n"),
  content: { "application/problem+json": { schema: refer("schemas", "Problem") } },
  "x-problems": codes,
})

/** The error responses of these codes, by status. */
export function describeProblems(codes: readonly ProblemCode[]): JsonObject {
  const known = [...new Set(codes)]
  const statuses = [...new Set(known.map((code) => problems[code].status))].toSorted()
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      describeRefusal(known.filter((code) => problems[code].status === status)),
    ]),
  )
}

/** Every code with its status and meaning. */
export const describeProblemCodes = (): JsonObject =>
  Object.fromEntries(
    Object.entries(problems).map(([code, { status, title }]) => [code, { status, title }]),
  )
