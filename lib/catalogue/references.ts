/** What the ids in each field stand for. */
interface References {
  readonly [field: string]: string
}

const everywhere: References = {
  departmentId: "department",
  departments: "department",
  Department: "department",
  userId: "user",
}

const byHolder: ReadonlyMap<string, References> = new Map([
  ["department", { parentId: "department", managerUserId: "user" }],
  ["calendarEvent", { categoryId: "calendarCategory", individualInvitees: "user" }],
])

/** What the ids in the fields of a record stand for: the name of a record, or `user`, of which there is no list. */
export const referencesOf = (holder: string): ReadonlyMap<string, string> =>
  new Map(Object.entries({ ...everywhere, ...byHolder.get(holder) }))

/** The fields that name people, in records of this kind and in what they hold. */
export const userFieldsOf = (holder: string): ReadonlySet<string> =>
  new Set([...referencesOf(holder)].flatMap(([field, of]) => (of === "user" ? [field] : [])))
