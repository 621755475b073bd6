import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { baseUrl, openTestStore } from "./testing/open-test-store"
import { listOperation, singleOperation } from "./testing/operations"
import { createWalker, everything } from "./testing/walk"

const operation = singleOperation("content-post")
const moduleId = randomUUID()
const contentId = randomUUID()

const nested = {
  medias: [
    {
      id: randomUUID(),
      contentType: "image/png",
      fileName: "a.png",
      downloadUrl: null,
      referenceUrl: null,
    },
  ],
  mentions: [{ id: randomUUID(), name: "Everyone", type: "User group", url: null }],
  locales: [{ culture: "da-DK", title: "Hej 😀", bodyText: '<b>"\\n"</b>\n' }],
  permissions: [
    {
      departments: [{ id: randomUUID(), name: "Nord", url: null }],
      userGroups: [],
      requireAllUserGroups: false,
    },
  ],
}

const values = {
  id: contentId,
  name: "hidden",
  sortOrder: 7,
  status: "Published",
  creationDateTime: "2024-05-01T08:00:00+00:00",
  lastModifiedDateTime: "2024-05-01T10:00:00.25+02:00",
  availableFrom: "2024-05-01T08:00:00",
  startDateTimeZone: "Europe/Copenhagen",
  ...nested,
}

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore()
  await testStore.store.loadRecords("contentPost", [{ scope: { moduleId }, values }])
})
afterAll(() => testStore.close())

const read = async (path: { moduleId: string; contentId: string }) => {
  const json = await testStore.store.readRecord(operation, path, { baseUrl, scope: "all" })
  return json === undefined ? undefined : (JSON.parse(json) as Record<string, unknown>)
}

const post = {
  id: contentId,
  url: `${baseUrl}/v1/contentmodules/${moduleId}/content/${contentId}`,
  userId: null,
  userUrl: null,
  categoryId: null,
  categoryUrl: null,
  sortOrder: 7,
  status: "Published",
  creationDateTime: "2024-05-01T08:00:00+00:00",
  lastModifiedDateTime: "2024-05-01T08:00:00.25+00:00",
  availableFrom: "2024-05-01T08:00:00",
  startDateTimeZone: "Europe/Copenhagen",
  availableUntil: null,
  endDateTimeZone: null,
  featureMediaId: null,
  featureMediaDownloadUrl: null,
  ...nested,
}

test("A record by id has every field in the specification's order, with nested ones filled.", async () => {
  const record = await read({ moduleId, contentId })
  expect(record).toEqual(post)
  expect(Object.keys(record ?? {})).toEqual(Object.keys(post))
})

test("A record by id has empty arrays for missing nested parts.", async () => {
  const none = { medias: null, mentions: null, locales: null, permissions: null }
  const bare = { ...values, id: randomUUID(), ...none }
  await testStore.store.loadRecords("contentPost", [
    { scope: { moduleId: contentId }, values: bare },
  ])
  expect(await read({ moduleId: contentId, contentId: bare.id })).toMatchObject({
    medias: [],
    mentions: [],
    locales: [],
    permissions: [],
  })
})

test("The list returns the same record with its large fields null.", async () => {
  const { records } = await createWalker(testStore.store, listOperation("content-posts"), {
    moduleId,
  }).read(everything)
  expect(records).toEqual([
    { ...post, medias: null, mentions: null, locales: null, permissions: null },
  ])
})

test("A record is not found under another id or in another module.", async () => {
  expect(await read({ moduleId, contentId: randomUUID() })).toBeUndefined()
  expect(await read({ moduleId: randomUUID(), contentId })).toBeUndefined()
})

test("Both names of a field return one value, and fixed fields return their constant.", async () => {
  const moderators = [randomUUID()]
  const level = { id: randomUUID(), alias: "gold", name: "Gold", requiredPoints: 9007199254740991 }
  const scope = { moduleId }
  await testStore.store.loadRecords("calendar", [
    { scope, values: { id: randomUUID(), moderators } },
  ])
  await testStore.store.loadRecords("highscoreLevel", [
    { scope: { highscoreId: moduleId }, values: level },
  ])
  const calendars = createWalker(testStore.store, listOperation("calendars"), scope)
  expect((await calendars.read(everything)).records[0]).toMatchObject({
    moderators,
    moderatorList: moderators,
    filterByDepartment: false,
    requireDepartmentFilter: false,
    departmentFilterType: null,
  })
  const levels = createWalker(testStore.store, listOperation("highscore-levels"), {
    highscoreId: moduleId,
  })
  expect((await levels.read(everything)).records).toEqual([{ ...level, externalId: "gold" }])
})

test("A datetime ends in Z and a datetimeoffset in +00:00, with only the fraction digits they have.", async () => {
  const times = { creationDateTime: "2024-05-01T08:00:00.5Z", lastModifiedDateTime: "2024-05-01" }
  const id = randomUUID()
  const scope = Object.fromEntries(
    ["serviceFormId", "formId", "answerId", "feedbackId"].map((name) => [name, randomUUID()]),
  )
  await testStore.store.loadRecords("feedbackComment", [{ scope, values: { id, ...times } }])
  const comments = createWalker(testStore.store, listOperation("feedback-comments"), scope)
  expect((await comments.read(everything)).records[0]).toMatchObject({
    id,
    creationDateTime: "2024-05-01T08:00:00.5Z",
    lastModifiedDateTime: "2024-05-01T00:00:00+00:00",
  })
})

test("A version that lacks a field does not return it.", async () => {
  await testStore.store.loadRecords("department", [
    { values: { id: randomUUID(), dataSource: "import" } },
  ])
  const [old, current] = await Promise.all(
    ["departments-v1.2", "departments"].map((id) =>
      createWalker(testStore.store, listOperation(id)).read(everything),
    ),
  )
  expect(current?.records[0]).toHaveProperty("dataSource", "import")
  expect(old?.records[0]).not.toHaveProperty("dataSource")
})
