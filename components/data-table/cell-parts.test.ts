import { expect, it } from "vitest"
import { cellPartsOf, surelyFits } from "./cell-parts"

it("only a text that surely fits into its cell goes without being clipped", () => {
  expect(surelyFits("24 Jan 2024, 13:45", 176, "plain")).toBe(true)
  expect(surelyFits("24 Jan 2024, 13:45", 140, "plain")).toBe(false)
  expect(surelyFits("iiiiiiiiii", 84, "plain")).toBe(true)
  expect(surelyFits("WWWWWWWWWW", 84, "plain")).toBe(false)
})

it("texts of other scripts than Latin count as too wide", () => {
  expect(surelyFits("å", 400, "plain")).toBe(true)
  expect(surelyFits("﷽", 400, "plain")).toBe(false)
})

it("a badge's text is marked inside the badge, and what else there is follows it", () => {
  const text = { text: "Approved", style: "badge", tone: "positive", more: "+2" } as const
  const [badge, more] = cellPartsOf(text, "prove")
  expect(badge).toMatchObject({
    tag: "span",
    parts: ["Ap", { tag: "mark", parts: ["prove"] }, "d"],
  })
  expect(more).toMatchObject({ tag: "span", parts: [" +2"] })
})
