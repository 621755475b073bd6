import { expect, test } from "vitest"
import { catalogue, listOperations } from "@/lib/catalogue"
import { changeKey, copyKey, normalizeTime } from "./copy-key"

test("Each list is copied by a time that never changes, or as a whole.", () => {
  const keys = listOperations(catalogue).map((list) => {
    const key = copyKey(catalogue, list)
    return [list.id, key && `${key.property}${key.isNullable ? " or none" : ""}`]
  })
  expect(Object.fromEntries(keys)).toEqual({
    "course-participations": "creationDateTime or none",
    "question-participations": "creationDateTime or none",
    "content-posts": "creationDateTime or none",
    "content-views": "dateViewed or none",
    "comment-reactions": "creationDateTime or none",
    departments: "creationDateTime",
    "departments-v1.2": "creationDateTime",
    "user-custom-fields": undefined,
    "stage-reviews": "creationDateTime or none",
    "feedback-comments": "creationDateTime or none",
    calendars: "creationDateTime or none",
    "calendar-categories": "creationDateTime or none",
    highscores: undefined,
    "highscore-levels": undefined,
    "data-points": "timeStamp",
    "notification-channels": undefined,
  })
})

test("Edits are found by modification time if a record has an id.", () => {
  const found = listOperations(catalogue).filter((list) => changeKey(catalogue, list))
  expect(found.map(({ id }) => id)).toEqual([
    "content-posts",
    "departments",
    "departments-v1.2",
    "stage-reviews",
    "feedback-comments",
    "calendars",
    "calendar-categories",
  ])
})

test("Times are normalized to text that sorts like the database's microseconds.", () => {
  expect(normalizeTime("2024-05-01T14:00:00.5+02:00")).toBe("2024-05-01T12:00:00.500000Z")
  expect(normalizeTime("2024-05-01T12:00:00.1234567Z")).toBe("2024-05-01T12:00:00.123456Z")
  expect(normalizeTime("2024-05-01")).toBe("2024-05-01T00:00:00.000000Z")
  expect([normalizeTime(null), normalizeTime("soon"), normalizeTime(7)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
