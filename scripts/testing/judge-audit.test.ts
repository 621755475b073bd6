import { expect, test } from "vitest"
import { judgeAudit } from "./judge-audit"

test("each known weakness is a line with the time in which it is closed", () => {
  const weakness = (severity: string) => ({ severity, range: "<1.2.3", via: [], isDirect: true })
  expect(
    judgeAudit({ vulnerabilities: { one: weakness("critical"), other: weakness("low") } }),
  ).toEqual({
    isFaulty: true,
    lines: [
      "critical one <1.2.3: close it within 2 days",
      "low other <1.2.3: close it with the next update",
    ],
  })
  expect(judgeAudit({ vulnerabilities: {} }).isFaulty).toBe(false)
})

test("without an answer of the registry nothing passes for looked at", () => {
  for (const answer of [null, {}, { error: { code: "ENOTFOUND" } }])
    expect(judgeAudit(answer)).toMatchObject({
      isFaulty: true,
      lines: [expect.stringMatching(/^Nothing was compared/)],
    })
})
