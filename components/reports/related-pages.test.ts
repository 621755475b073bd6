import { describe, expect, it } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { relatedHref, relatedPages } from "./related-pages"

const pages = (id: string) => relatedPages(catalogue, findOperation(catalogue, id) as ListOperation)

describe("the pages that a row links to", () => {
  it("are its record page and the reports within it, with their path parameters", () => {
    const hrefs = pages("content-posts").map((page) =>
      relatedHref(page, { moduleId: "m" }, { id: "p" }),
    )
    expect(hrefs).toEqual([
      "/data/content-post/m/p",
      "/reports/content-views?path.moduleId=m&path.contentId=p",
      "/reports/comment-reactions?path.moduleId=m&path.contentId=p",
    ])
  })

  it("include the levels of a highscore", () => {
    const [levels] = pages("highscores")
    expect(levels && relatedHref(levels, {}, { id: "h" })).toBe(
      "/reports/highscore-levels?path.highscoreId=h",
    )
  })

  it("are the department page for a department", () => {
    for (const list of ["departments", "departments-v1.2"]) {
      const hrefs = pages(list).map((page) => relatedHref(page, {}, { id: "d" }))
      expect(hrefs).toEqual(["/organisation/d"])
    }
  })

  it("are empty for records without a path and for rows without an id", () => {
    expect(pages("data-points")).toEqual([])
    const [levels] = pages("highscores")
    expect(levels && relatedHref(levels, {}, { id: null })).toBeUndefined()
  })
})
