import { z } from "zod"

const auditSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(["info", "low", "moderate", "high", "critical"]),
      range: z.string(),
    }),
  ),
})

/** In how many days a weakness is closed, by its severity (docs/security.md). */
const days = {
  critical: "within 2 days",
  high: "within 7 days",
  moderate: "within 30 days",
  low: "with the next update",
  info: "with the next update",
} as const

/** What `npm audit` answers, as lines; where nothing was compared, that is a fault too. */
export function judgeAudit(answer: unknown): { isFaulty: boolean; lines: string[] } {
  const parsed = auditSchema.safeParse(answer)
  if (!parsed.success)
    return {
      isFaulty: true,
      lines: ["Nothing was compared: the registry did not answer. Try again with a connection."],
    }
  const found = Object.entries(parsed.data.vulnerabilities)
  if (found.length === 0)
    return { isFaulty: false, lines: ["No delivered package has a known weakness."] }
  return {
    isFaulty: true,
    lines: found.map(
      ([name, { severity, range }]) => `${severity} ${name} ${range}: close it ${days[severity]}`,
    ),
  }
}
