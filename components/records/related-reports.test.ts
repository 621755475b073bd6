import { expect, test } from "vitest"
import { catalogue, type Domain, domains, findOperation } from "@/lib/catalogue"
import { relatedReports } from "./related-reports"

const related = (
  id: string,
  parameters: Record<string, string>,
  may: readonly Domain[] = domains,
) => {
  const operation = findOperation(catalogue, id)
  return operation ? relatedReports(catalogue, operation, parameters, new Set(may)) : []
}

test("a post links to its views first and to its module's posts last", () => {
  const reports = related("content-post", { moduleId: "m", contentId: "c" })
  expect(reports.map(({ href }) => href)).toEqual([
    "/reports/content-views?path.moduleId=m&path.contentId=c",
    "/reports/comment-reactions?path.moduleId=m&path.contentId=c",
    "/reports/content-posts?path.moduleId=m",
  ])
})

test("parameters with different names are matched by the kind of record", () => {
  const reports = related("stage-comment", { moduleId: "m", formId: "f", stageCommentId: "s" })
  expect(reports.map(({ href }) => href)).toContain(
    "/reports/feedback-comments?path.serviceFormId=m&path.formId=f",
  )
})

test("reports that are not readable or share no parameter are left out", () => {
  expect(related("content-post", { moduleId: "m", contentId: "c" }, ["kpis"])).toEqual([])
  expect(related("communication-template", { communicationTemplateId: "t" })).toEqual([])
})
