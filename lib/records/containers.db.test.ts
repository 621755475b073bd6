import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { catalogue, findOperation } from "@/lib/catalogue"
import { openTestStore } from "./testing/open-test-store"

const [module, form, otherModule, answer, feedback, post, unknown] = Array.from({ length: 7 }, () =>
  randomUUID(),
) as [string, string, string, string, string, string, string]

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore()
  await testStore.store.loadContainers([
    { kind: "serviceFormModule", id: module, name: "Forms", features: ["stages"] },
    { kind: "serviceFormModule", id: otherModule, name: "Other forms" },
    {
      kind: "form",
      id: form,
      parentId: module,
      name: "Form",
      features: ["feedback", "stageApprovals"],
    },
    { kind: "answer", id: answer, parentId: form, name: "Answer" },
    { kind: "feedback", id: feedback, parentId: answer, name: "Feedback" },
    { kind: "contentModule", id: module, name: "A content module with the same id" },
    { kind: "contentPost", id: post, parentId: module, name: "Post" },
  ])
})
afterAll(() => testStore.close())

function find(id: string, parameters: Record<string, string>) {
  const operation = findOperation(catalogue, id)
  if (!operation) throw new Error(`There is no operation ${id}.`)
  return testStore.store.findContainers(operation, parameters)
}

test("All containers of a path are found with their enabled features.", async () => {
  const path = { serviceFormId: module, formId: form, answerId: answer, feedbackId: feedback }
  expect(await find("feedback-comments", path)).toEqual({
    features: {
      serviceFormId: ["stages"],
      formId: ["feedback", "stageApprovals"],
      answerId: [],
      feedbackId: [],
    },
  })
})

test.each([
  ["moduleId", { moduleId: unknown, formId: form }],
  ["formId", { moduleId: module, formId: unknown }],
])("The first parameter without a container is reported: %s.", async (missing, path) => {
  expect(await find("stage-reviews", path)).toMatchObject({ missing })
})

test("A form is not found in a module other than its own.", async () => {
  expect(await find("stage-reviews", { moduleId: otherModule, formId: form })).toEqual({
    missing: "formId",
    features: { moduleId: [] },
  })
})

test("The id of a single record is not looked up, but its parents are.", async () => {
  const known = await find("content-post", { moduleId: module, contentId: unknown })
  expect(known).toEqual({ features: { moduleId: [] } })
  const strange = await find("content-post", { moduleId: unknown, contentId: post })
  expect(strange).toEqual({ missing: "moduleId", features: {} })
})

test("An operation without parents finds nothing missing.", async () => {
  expect(await find("departments", {})).toEqual({ features: {} })
  expect(await find("update-department", { departmentId: unknown })).toEqual({ features: {} })
})

test("Loading a container again replaces its name and features.", async () => {
  const id = randomUUID()
  await testStore.store.loadContainers([{ kind: "highscore", id, name: "Old" }])
  await testStore.store.loadContainers([
    { kind: "highscore", id, name: "New", features: ["levels"] },
  ])
  expect(await find("highscore-levels", { highscoreId: id })).toEqual({
    features: { highscoreId: ["levels"] },
  })
})
