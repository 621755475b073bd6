import type { Page } from "@playwright/test"
import { copyList } from "./copy-list"
import { expect, type Role, test } from "./people"
import { operationOf, readAll } from "./service-api"

const list = "question-participations"

interface Lesson {
  readonly id: string
  readonly answers: number
  readonly wrong: number
}

/**
 * The number of answers and of wrong answers of each lesson, counted from the platform's rows;
 * highest share of wrong answers first.
 */
async function lessonsByMistakes(): Promise<Lesson[]> {
  const lessons = new Map<string, { answers: number; wrong: number }>()
  for (const row of await readAll(operationOf(list), {})) {
    const id = `${row["courseLessonId"]}`
    const lesson = lessons.get(id) ?? { answers: 0, wrong: 0 }
    lesson.answers += 1
    if (row["isCorrectAnswer"] === false) lesson.wrong += 1
    lessons.set(id, lesson)
  }
  return [...lessons]
    .map(([id, lesson]) => ({ id, ...lesson }))
    .toSorted(
      (one, other) =>
        other.wrong / other.answers - one.wrong / one.answers || (one.id < other.id ? -1 : 1),
    )
}

async function haveCopied(openAs: (role: Role) => Promise<Page>) {
  const page = await openAs("admin")
  await page.goto("/")
  await copyList(page, list)
}

const percent = (share: number) =>
  new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 }).format(share)

test("an HR manager sees which lessons people get wrong most often, and opens the wrong answers", async ({
  openAs,
}) => {
  await haveCopied(openAs)
  const page = await openAs("hr")
  await page.goto(`/reports/all-${list}`)
  await page.getByRole("link", { name: "Summarise" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Summary: /)
  await page.getByRole("combobox", { name: "Group by" }).click()
  await page.getByRole("option", { name: "Lesson", exact: true }).click()
  await page.getByRole("combobox", { name: "Figure" }).click()
  await page.getByRole("option", { name: "Share", exact: true }).click()

  const table = page.getByRole("region", { name: /^Summary of / })
  await expect(table.getByRole("columnheader", { name: /^Share: .* is No$/ })).toHaveAttribute(
    "aria-sort",
    "descending",
  )
  const lessons = await lessonsByMistakes()
  const shares = lessons.map(({ wrong, answers }) => percent(wrong / answers))
  const all = lessons.reduce((sum, { answers }) => sum + answers, 0)
  const wrong = lessons.reduce((sum, lesson) => sum + lesson.wrong, 0)
  const figures = table.locator("tbody tr td:last-child")
  await expect(figures).toHaveText([...shares, percent(wrong / all)])

  const [worst] = lessons
  await figures.first().getByRole("link").click()
  await page.waitForURL((url) => url.pathname === `/reports/all-${list}`)
  await expect(page).toHaveURL(new RegExp(`courseLessonId=${worst?.id}`))
  await expect(page).toHaveURL(/isCorrectAnswer=false/)
  await expect(page.getByText(new RegExp(`\\b${worst?.wrong} `)).first()).toBeVisible()
})

test("a summary is a pivot with totals, keeps its filters, and is downloaded as CSV", {
  tag: "@deep",
}, async ({ openAs }) => {
  await haveCopied(openAs)
  const page = await openAs("hr")
  await page.goto(`/reports/all-${list}?isCorrectAnswer=true`)
  await page.getByRole("link", { name: "Summarise" }).click()
  await expect(page).toHaveURL(/\/summary\?isCorrectAnswer=true$/)
  const question = "group=courseLessonId&group=creationDateTime:year&isCorrectAnswer=true"
  await page.goto(`/reports/all-${list}/summary?${question}`)
  await page.getByRole("button", { name: "Pivot" }).click()
  const pivot = page.getByRole("region", { name: /^Pivot: / })
  const rows = (await readAll(operationOf(list), {})).filter((row) => row["isCorrectAnswer"])
  const lessons = new Set(rows.map((row) => row["courseLessonId"]))
  const years = new Set(rows.map((row) => `${row["creationDateTime"]}`.slice(0, 4)))
  await expect(pivot.getByRole("row")).toHaveCount(lessons.size + 2)
  const total = pivot.getByRole("row").last()
  await expect(total.getByRole("cell")).toHaveCount(years.size + 1)
  await expect(total.getByRole("cell").last()).toHaveText(rows.length.toLocaleString("en-GB"))

  await page.getByRole("button", { name: "Download" }).click()
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "CSV" }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`summary-${list}.csv`)
})
